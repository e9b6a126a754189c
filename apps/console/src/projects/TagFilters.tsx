import { Segments } from "@kinora/ui/Segments.tsx";
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../layout/SearchField.tsx";
import { SelectLater } from "../layout/SelectLater.tsx";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { isTooShort, searchOf, useSettled } from "../platform/useSettled.ts";
import { tagsKey, type TagView } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./SettingsTable.module.css";

interface Props {
  view: TagView;
  projectId: number;
  canManage: boolean;
  onShow: (change: Partial<TagView>) => void;
}

/** Search, use and order of the tags, and the way to delete those no video has. */
export function TagFilters({ view, projectId, canManage, onShow }: Props) {
  const { t } = useTranslation("projects");
  const removeUnused = useSettingsCall({
    call: () => api.tags.deleteUnusedTags({ project_id: projectId }),
    changes: [tagsKey(projectId)],
    failure: t("tagNotDeleted"),
    onDone: () => onShow({ page: 1 }),
  });
  const ask = async () => {
    const yes = await confirm({
      title: t("deleteUnusedTitle"),
      text: t("deleteUnusedText"),
      yes: t("delete"),
      danger: true,
    });
    if (yes) removeUnused.mutate(undefined);
  };
  return (
    <div className={styles["toolbar"]}>
      <TagSearch value={view.search} onSearch={(search) => onShow({ search })} />
      <Segments
        aria-label={t("filterUse")}
        value={view.unused ? "unused" : "all"}
        onChange={(value) => onShow({ unused: value === "unused" })}
        data={[
          { value: "all", label: t("allTags") },
          { value: "unused", label: t("unusedOnly") },
        ]}
      />
      <SelectLater
        aria-label={t("sortBy")}
        w={130}
        allowDeselect={false}
        value={view.sort}
        data={[
          { value: "name", label: t("sortName") },
          { value: "-videos", label: t("sortUses") },
          { value: "-created_at", label: t("sortNewest") },
        ]}
        onChange={(sort) => onShow({ sort: sort ?? "name" })}
      />
      {canManage ? (
        <Button
          className={styles["end"] ?? ""}
          variant="default"
          loading={removeUnused.isPending}
          onClick={() => void ask()}
        >
          {t("deleteUnused")}
        </Button>
      ) : null}
    </div>
  );
}

function TagSearch({ value, onSearch }: { value: string | null; onSearch: (search: string | null) => void }) {
  const { t } = useTranslation("projects");
  const [typed, setTyped] = useState(value ?? "");
  const [from, setFrom] = useState(value);
  const settled = useSettled(typed);
  // Back and forward change the address: the box follows.
  if (from !== value) {
    setFrom(value);
    if (searchOf(typed) !== value) setTyped(value ?? "");
  }
  const search = useRef(() => {});
  useEffect(() => {
    search.current = () => {
      if (settled === typed && !isTooShort(settled) && searchOf(settled) !== value) onSearch(searchOf(settled));
    };
  });
  // Only a text that came to rest searches; a new address does not.
  useEffect(() => search.current(), [settled]);
  return <SearchField typed={typed} label={t("searchTags")} onType={setTyped} />;
}
