import { Checkbox } from "@mantine/core";
import { useCallback, type Dispatch, type SetStateAction } from "react";
import { useTranslation } from "react-i18next";
import { nextOrder, type StreamOrder, type StreamSort } from "./liveView.ts";
import type { Stream } from "./queries.ts";
import { StreamRow } from "./StreamRow.tsx";
import styles from "./StreamTable.module.css";

/** Which rows of a list are ticked. */
interface Selection {
  selected: ReadonlySet<number>;
  setSelected: Dispatch<SetStateAction<ReadonlySet<number>>>;
}

/** A project's livestreams as rows; their names, their last time on air and their age order them. */
export function StreamTable({
  streams,
  projectId,
  stale,
  order,
  onOrder,
  selection = null,
}: {
  streams: readonly Stream[];
  projectId: number;
  /** Which rows are ticked; null where nothing could be done with them. */
  selection?: Selection | null;
  /** The rows on their way are older than what was asked for. */
  stale: boolean;
  order: StreamOrder;
  onOrder: (order: StreamOrder) => void;
}) {
  const { t } = useTranslation("live");
  const sorted = (label: string, column: StreamSort, className?: string) => {
    const direction = order === column ? "ascending" : order === `-${column}` ? "descending" : "none";
    return (
      <div role="columnheader" aria-sort={direction} className={className}>
        <button
          type="button"
          className={styles["sort"]}
          aria-label={t("sortBy", { column: label })}
          onClick={() => onOrder(nextOrder(order, column))}
        >
          {label}
          {direction === "none" ? "" : direction === "ascending" ? " ↑" : " ↓"}
        </button>
      </div>
    );
  };
  const allSelected = streams.every(({ id }) => selection?.selected.has(id));
  const setSelected = selection?.setSelected;
  const select = useCallback(
    (id: number, on: boolean) =>
      setSelected?.((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id))),
    [setSelected],
  );
  return (
    <div
      role="table"
      aria-label={t("title")}
      className={styles["table"]}
      data-stale={stale}
      data-selectable={selection !== null}
    >
      <div role="row" className={styles["head"]}>
        {selection === null ? null : (
          <div role="columnheader" className={styles["check"]}>
            <Checkbox
              size="xs"
              checked={allSelected}
              indeterminate={!allSelected && selection.selected.size > 0}
              aria-label={t("selectAll")}
              onChange={() => selection.setSelected(allSelected ? new Set() : new Set(streams.map(({ id }) => id)))}
            />
          </div>
        )}
        {sorted(t("columnName"), "name")}
        <div role="columnheader" className={styles["state"]}>
          {t("columnState")}
        </div>
        <div role="columnheader" className={styles["ingest"]}>
          {t("columnIngest")}
        </div>
        <div role="columnheader" className={styles["number"]}>
          {t("columnViewers")}
        </div>
        <div role="columnheader" className={`${styles["number"]} ${styles["uptime"]}`}>
          {t("columnUptime")}
        </div>
        <div role="columnheader" className={styles["restreams"]}>
          {t("columnRestreams")}
        </div>
        {sorted(t("columnLastLive"), "last_live_at", styles["lastLive"])}
        {sorted(t("columnCreated"), "created_at", styles["created"])}
        <div role="columnheader">
          <span className={styles["unseen"]}>{t("columnActions")}</span>
        </div>
      </div>
      {streams.map((stream) => (
        <StreamRow
          key={stream.id}
          stream={stream}
          projectId={projectId}
          selected={selection === null ? null : selection.selected.has(stream.id)}
          onSelect={select}
        />
      ))}
    </div>
  );
}
