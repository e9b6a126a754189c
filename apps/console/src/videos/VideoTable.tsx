import type { VideoSort } from "@kinora/domain/library.ts";
import { Checkbox, VisuallyHidden } from "@mantine/core";
import { startTransition, useOptimistic, useRef, type CSSProperties, type Dispatch, type SetStateAction } from "react";
import { useTranslation } from "react-i18next";
import type { Video } from "../platform/videos.ts";
import { NUMBERS, shownColumns, SORTS, templateOf } from "./columns.ts";
import { useMovingPreviews } from "./useMovingPreviews.ts";
import { usePeek, type Peek } from "./usePeek.ts";
import { useRowKeys } from "./useRowKeys.ts";
import { VideoRow, type RowActions } from "./VideoRow.tsx";
import library from "./Library.module.css";
import styles from "./VideoTable.module.css";

/** Which order the rows are in, and how to ask for another one. */
export interface Sorting {
  current: VideoSort | null;
  onSort: (sort: VideoSort) => void;
}

export interface VideoTableProps {
  videos: readonly Video[];
  label: string;
  /** The rows on their way are older than what was asked for. */
  stale: boolean;
  selected: ReadonlySet<number>;
  onSelected: Dispatch<SetStateAction<ReadonlySet<number>>>;
  onOpen: (id: number) => void;
  sorting: Sorting | null;
  columns: readonly string[];
  peek: Peek;
  /** The same as long as what they do is the same: rows that did not change are not drawn again. */
  actions: RowActions;
}

/** The keys of rows and cards: j and k move, x selects, e opens, p publishes; what is pressed opens beside the list. */
export function useVideoKeys({ videos, selected, onOpen, peek, actions }: VideoTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, {
    x: (id) => actions.onSelect(id, !selected.has(id)),
    e: onOpen,
    p(id) {
      const video = videos.find((candidate) => candidate.id === id);
      if (video && actions.canPublish) actions.onPublish(id, !video.published);
    },
  });
  usePeek(list, peek);
  useMovingPreviews(list);
  return list;
}

/** A list of videos as rows. */
export function VideoTable(props: VideoTableProps) {
  const { videos, label, stale, selected, onSelected, sorting, columns, peek, actions } = props;
  const { t } = useTranslation(["videos", "library"]);
  const table = useVideoKeys(props);
  const all = videos.length > 0 && videos.every(({ id }) => selected.has(id));
  // The box answers at once; a hundred rows follow, and may be interrupted by the next press.
  const [shownAll, showAll] = useOptimistic(all);
  const selectAll = () =>
    startTransition(() => {
      showAll(!shownAll);
      onSelected(shownAll ? new Set() : new Set(videos.map(({ id }) => id)));
    });
  const shown = shownColumns(columns);
  return (
    <div
      className={styles["table"]}
      role="table"
      aria-label={label}
      ref={table}
      data-stale={stale}
      style={
        {
          "--columns": templateOf(columns),
          "--numbers": Math.max(1, shown.filter((column) => NUMBERS.has(column)).length),
        } as CSSProperties
      }
    >
      <div className={styles["head"]} role="row">
        <div role="columnheader" className={styles["check"]}>
          <Checkbox
            size="xs"
            checked={shownAll}
            indeterminate={!shownAll && !all && selected.size > 0}
            aria-label={t("selectAll")}
            onChange={selectAll}
          />
        </div>
        <SortHeader label={t("columnTitle")} sort="title" sorting={sorting} />
        <div role="columnheader" className={styles["status"]}>
          {t("columnStatus")}
        </div>
        {shown.map((column) => (
          <SortHeader
            key={column}
            label={t(`library:column_${column}`)}
            sort={SORTS[column] ?? null}
            sorting={sorting}
            className={NUMBERS.has(column) ? styles["number"] : styles["wide"]}
          />
        ))}
        <div role="columnheader" className={styles["actions"]}>
          <VisuallyHidden>{t("columnActions")}</VisuallyHidden>
        </div>
      </div>
      {videos.map((video) => (
        <VideoRow
          key={video.id}
          video={video}
          selected={selected.has(video.id)}
          peeked={peek.id === video.id}
          columns={columns}
          {...actions}
        />
      ))}
    </div>
  );
}

interface SortHeaderProps {
  label: string;
  sort: "created" | "title" | "duration" | "size" | null;
  sorting: Sorting | null;
  className?: string | undefined;
}

/** A column's name; where the list can be put in its order, a button that does so and turns it round. */
function SortHeader({ label, sort, sorting, className }: SortHeaderProps) {
  const { t } = useTranslation("library");
  if (sort === null || sorting === null) {
    return (
      <div role="columnheader" className={className}>
        {label}
      </div>
    );
  }
  const up = sorting.current === sort;
  const down = sorting.current === `-${sort}`;
  // Names begin with A, everything else with the most.
  const next = sort === "title" ? (up ? (`-${sort}` as const) : sort) : down ? sort : (`-${sort}` as const);
  return (
    <div role="columnheader" className={className} aria-sort={up ? "ascending" : down ? "descending" : "none"}>
      <button
        type="button"
        className={library["sort"]}
        aria-label={t("sortBy", { column: label })}
        onClick={() => sorting.onSort(next)}
      >
        {label}
        {up ? " ↑" : down ? " ↓" : ""}
      </button>
    </div>
  );
}
