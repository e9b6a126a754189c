import { formatNumber } from "@kinora/ui/numbers.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { TabRow } from "../../shell/tabs/TabRow.tsx";
import { countsQuery } from "./library-queries.ts";
import { LIBRARY_TYPES, type LibraryAt, type LibraryType } from "./library-view.ts";
import tabs from "../../shell/tabs/PageTabs.module.css";

export function LibraryTabs({ projectId, at }: { projectId: number; at: LibraryAt }) {
  const { t } = useTranslation(["videos", "library"]);
  const counts = useQuery(countsQuery(projectId)).data;
  const { type: open = "completed" } = at.address;
  const names: Record<LibraryType, string> = {
    completed: t("completed"),
    inprogress: t("inProgress"),
    recent: t("recent"),
    failed: t("library:failed"),
    trash: t("library:trash"),
  };
  const countOf = (type: LibraryType) => {
    const count = type === "recent" ? undefined : counts?.[type];
    return count === undefined || count.rows === 0 ? null : `${formatNumber(count.rows)}${count.more ? "+" : ""}`;
  };
  return (
    <TabRow as="tabs" label={t("lists")} open={open}>
      {LIBRARY_TYPES.map((type) => (
        <button
          key={type}
          type="button"
          role="tab"
          aria-selected={open === type}
          className={tabs["tab"]}
          onClick={() => at.open({ type, sort: undefined, peek: undefined })}
        >
          {names[type]}
          {countOf(type) === null ? null : <span className={tabs["count"]}>{countOf(type)}</span>}
        </button>
      ))}
    </TabRow>
  );
}
