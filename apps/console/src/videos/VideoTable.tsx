import type { VideoSort } from "@kinora/domain/library.ts";
import { Checkbox } from "@mantine/core";
import { useRef, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { Video } from "../platform/videos.ts";
import { useRowKeys } from "./useRowKeys.ts";
import { VideoRow, type VideoRowProps } from "./VideoRow.tsx";
import library from "./Library.module.css";
import styles from "./VideoTable.module.css";

/** The columns beside title and status, in their order; people choose which they see. */
export const COLUMNS = ["resolutions", "duration", "category", "tags", "uploader", "size", "added"] as const;
export const USUAL_COLUMNS = ["resolutions", "size", "added"];

/** Which order the rows are in, and how to ask for another one. */
export interface Sorting {
  current: VideoSort | null;
  onSort: (sort: VideoSort) => void;
}

export interface VideoTableProps extends Pick<VideoRowProps, "canPublish" | "canDelete" | "onPublish" | "onDelete"> {
  videos: readonly Video[];
  label: string;
  /** The rows on their way are older than what was asked for. */
  stale: boolean;
  selected: ReadonlySet<number>;
  onSelected: (selected: ReadonlySet<number>) => void;
  onOpen: (id: number) => void;
  sorting: Sorting | null;
  columns?: readonly string[];
}

/** A list of videos as rows; j and k move, x selects, e opens, p publishes. */
export function VideoTable({
  videos,
  label,
  stale,
  selected,
  onSelected,
  onOpen,
  canPublish,
  canDelete,
  onPublish,
  onDelete,
  sorting,
  columns = USUAL_COLUMNS,
}: VideoTableProps) {
  const { t } = useTranslation(["videos", "library"]);
  const table = useRef<HTMLDivElement>(null);
  const select = (id: number, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    onSelected(next);
  };
  useRowKeys(table, {
    x: (id) => select(id, !selected.has(id)),
    e: onOpen,
    p(id) {
      const video = videos.find((candidate) => candidate.id === id);
      if (video && canPublish) onPublish(id, !video.published);
    },
  });
  const all = videos.length > 0 && videos.every(({ id }) => selected.has(id));
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
          "--numbers": Math.max(1, columns.filter((column) => NUMBERS.has(column)).length),
        } as CSSProperties
      }
    >
      <div className={styles["head"]} role="row">
        <div role="columnheader" className={styles["check"]}>
          <Checkbox
            size="xs"
            checked={all}
            indeterminate={!all && selected.size > 0}
            aria-label={t("selectAll")}
            onChange={() => onSelected(all ? new Set() : new Set(videos.map(({ id }) => id)))}
          />
        </div>
        <SortHeader label={t("columnTitle")} sort="title" sorting={sorting} />
        <div role="columnheader" className={styles["status"]}>
          {t("columnStatus")}
        </div>
        {COLUMNS.filter((column) => columns.includes(column)).map((column) => (
          <SortHeader
            key={column}
            label={t(`library:column_${column}`)}
            sort={SORTS[column] ?? null}
            sorting={sorting}
            className={NUMBERS.has(column) ? styles["number"] : styles["wide"]}
          />
        ))}
        <div role="columnheader" className={styles["actions"]}>
          {t("columnPublished")}
        </div>
      </div>
      {videos.map((video) => (
        <VideoRow
          key={video.id}
          video={video}
          selected={selected.has(video.id)}
          columns={columns}
          canPublish={canPublish}
          canDelete={canDelete}
          onSelect={select}
          onPublish={onPublish}
          onDelete={onDelete}
        />
      ))}
    </div>
  );
}

const SORTS: Partial<Record<string, "created" | "title" | "duration" | "size">> = {
  size: "size",
  added: "created",
  duration: "duration",
};
const NUMBERS: ReadonlySet<string> = new Set(["size", "added", "duration"]);
const WIDTHS: Record<(typeof COLUMNS)[number], string> = {
  resolutions: "150px",
  duration: "80px",
  category: "120px",
  tags: "150px",
  uploader: "130px",
  size: "80px",
  added: "110px",
};

/** The widths of a wide screen's columns; narrower screens have their own. */
const templateOf = (columns: readonly string[]): string =>
  [
    "16px",
    "minmax(0, 1fr)",
    "150px",
    ...COLUMNS.filter((column) => columns.includes(column)).map((column) => WIDTHS[column]),
    "132px",
  ].join(" ");

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
