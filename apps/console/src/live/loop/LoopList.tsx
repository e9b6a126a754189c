import { formatDuration } from "@kinora/ui/durations.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { moved, rowsOf, type LoopEntry, type LoopRow } from "./loop-fields.ts";
import styles from "./Loop.module.css";

/** The videos of a loop in their order, which grips and arrow keys change; each says what of it does not fit. */
export function LoopList({
  items,
  readOnly,
  onChange,
}: {
  items: readonly LoopEntry[];
  readOnly: boolean;
  onChange: (items: readonly LoopEntry[]) => void;
}) {
  const { t } = useTranslation("loop");
  const nameOf = ({ title }: LoopRow) => title || t("untitled");
  return (
    <DataTable
      label={t("list")}
      height="tall"
      rows={rowsOf(items)}
      columns={useLoopColumns(nameOf)}
      nameOf={nameOf}
      reorder={
        readOnly
          ? undefined
          : {
              nameOf,
              onMove: ({ place }, position) => onChange(moved(items, place, position)),
              onUndo: () => {},
            }
      }
      actions={
        readOnly
          ? undefined
          : (row) => (
              <ActionIcon
                aria-label={t("remove", { title: nameOf(row) })}
                onClick={() => onChange(items.filter((_, place) => place !== row.place))}
              >
                <IconX size={16} stroke={1.6} />
              </ActionIcon>
            )
      }
      actionsWidth={30}
      empty={null}
    />
  );
}

function useLoopColumns(nameOf: (row: LoopRow) => string): Column<LoopRow>[] {
  const { t } = useTranslation("loop");
  return [
    {
      id: "video",
      header: t("columnVideo"),
      min: 200,
      grow: 1,
      mobile: "title",
      cell: (row) => (
        <span className={styles["video"]}>
          <Thumb src={row.image_url} />
          <span className={styles["names"]}>
            <Link to="/video/$videoId" params={{ videoId: String(row.video_id) }}>
              {nameOf(row)}
            </Link>
            <Notes item={row} />
          </span>
        </span>
      ),
    },
    {
      id: "length",
      header: t("columnLength"),
      min: 64,
      align: "end",
      mobile: "meta",
      cell: ({ duration_seconds: seconds }) => (seconds === null ? null : formatDuration(seconds)),
    },
  ];
}

function Notes({ item: { isNew = false, problem, missing, has_sound: hasSound } }: { item: LoopEntry }) {
  const { t } = useTranslation("loop");
  if (isNew) return <span className="note">{t("unchecked")}</span>;
  if (problem !== null) return <span className="note problem">{problem}</span>;
  return (
    <>
      {missing.length > 0 ? <span className="note">{t("missing", { rungs: missing.join(", ") })}</span> : null}
      {hasSound ? null : <span className="note">{t("silent")}</span>}
    </>
  );
}
