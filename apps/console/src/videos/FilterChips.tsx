import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useStore } from "../platform/store.ts";
import { labelNames, nameOfLabel } from "./labelNames.ts";
import { uploadersQuery } from "./libraryQueries.ts";
import { isNarrowed, type LibraryView, type Narrowing } from "./libraryView.ts";
import styles from "./Library.module.css";

interface Chip {
  key: string;
  text: string;
  without: Partial<LibraryView>;
}

/** What a list is narrowed by, each to be taken away by itself. */
export function FilterChips({
  projectId,
  view,
  show,
}: {
  projectId: number;
  view: LibraryView;
  show: (change: Partial<LibraryView>) => void;
}) {
  const { t } = useTranslation(["library", "layout"]);
  const seen = useStore(labelNames, (value) => value.seen);
  const people = useQuery({ ...uploadersQuery(projectId), enabled: view.narrowing.user !== undefined }).data ?? [];
  if (!isNarrowed(view)) return null;
  const { narrowing } = view;
  const without = (key: keyof Narrowing): Partial<LibraryView> => {
    const { [key]: _gone, ...narrowed } = narrowing;
    return { narrowing: narrowed };
  };
  const chips: Chip[] = [];
  const add = (key: string, text: string, rest: Partial<LibraryView>) => chips.push({ key, text, without: rest });
  if (view.search !== "") add("search", t("chipSearch", { text: view.search }), { search: "" });
  if (view.published !== null)
    add("published", view.published === "true" ? t("layout:published") : t("layout:unpublished"), { published: null });
  if (narrowing.category !== undefined) {
    const id = Number(narrowing.category);
    const name = narrowing.category === "none" ? null : (nameOfLabel(seen, "category", id) ?? t("unknown", { id }));
    add("category", name === null ? t("noCategory") : t("chipCategory", { name }), without("category"));
  }
  for (const id of narrowing.tags ?? []) {
    const tags = (narrowing.tags ?? []).filter((each) => each !== id);
    const { tags: _tags, ...others } = narrowing;
    add(`tag${id}`, t("chipTag", { name: nameOfLabel(seen, "tag", id) ?? t("unknown", { id }) }), {
      narrowing: tags.length === 0 ? others : { ...others, tags },
    });
  }
  if (narrowing.tags_mode !== undefined) add("mode", t("chipAllTags"), without("tags_mode"));
  if (narrowing.untagged !== undefined) add("untagged", t("chipUntagged"), without("untagged"));
  if (narrowing.user !== undefined) {
    const id = narrowing.user;
    add(
      "user",
      t("chipUser", { name: people.find((person) => person.id === id)?.name ?? t("unknown", { id }) }),
      without("user"),
    );
  }
  if (narrowing.from !== undefined) add("from", t("chipFrom", { day: narrowing.from }), without("from"));
  if (narrowing.to !== undefined) add("to", t("chipTo", { day: narrowing.to }), without("to"));
  if (narrowing.duration_min !== undefined)
    add("min", t("chipMin", { time: formatDuration(narrowing.duration_min) }), without("duration_min"));
  if (narrowing.duration_max !== undefined)
    add("max", t("chipMax", { time: formatDuration(narrowing.duration_max) }), without("duration_max"));
  if (narrowing.has !== undefined) add("has", t("chipHas", { label: narrowing.has }), without("has"));
  if (narrowing.missing !== undefined)
    add("missing", t("chipMissing", { label: narrowing.missing }), without("missing"));
  if (narrowing.status !== undefined)
    add("status", t("chipStatus", { status: t(`layout:status_${narrowing.status}`) }), without("status"));
  if (narrowing.larger !== undefined)
    add("larger", t("chipLarger", { size: formatBytes(narrowing.larger * 1_000_000) }), without("larger"));
  if (narrowing.captions !== undefined)
    add("captions", narrowing.captions === "true" ? t("captionsSome") : t("captionsNone"), without("captions"));
  if (narrowing.published_from !== undefined)
    add("publishedFrom", t("chipPublishedFrom", { day: narrowing.published_from }), without("published_from"));
  if (narrowing.published_to !== undefined)
    add("publishedTo", t("chipPublishedTo", { day: narrowing.published_to }), without("published_to"));
  return (
    <div className={styles["chips"]}>
      {chips.map((chip) => (
        <span key={chip.key} className={styles["chip"]}>
          {chip.text}
          <ActionIcon
            size={18}
            aria-label={t("removeFilter", { filter: chip.text })}
            onClick={() => show(chip.without)}
          >
            <IconX size={12} stroke={1.8} />
          </ActionIcon>
        </span>
      ))}
      <Button variant="subtle" size="compact-xs" onClick={() => show({ search: "", published: null, narrowing: {} })}>
        {t("layout:clearFilters")}
      </Button>
    </div>
  );
}
