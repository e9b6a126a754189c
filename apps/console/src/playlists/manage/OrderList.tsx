import { formatDuration } from "@kinora/ui/durations.ts";
import { MoveButtons } from "@kinora/ui/kit/MoveButtons.tsx";
import { useReorder, type Steps } from "@kinora/ui/kit/use-reorder.ts";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { ActionIcon } from "@mantine/core";
import { IconArrowBarToUp, IconGripVertical, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { PlaylistItem } from "../queries.ts";
import { ItemProblemBadge } from "../view/ItemProblemBadge.tsx";
import styles from "./Manage.module.css";

const icon = { size: 16, stroke: 1.6 };

interface OrderListProps {
  items: readonly PlaylistItem[];
  readOnly: boolean;
  onMove: (item: PlaylistItem, position: number) => void;
  onRemove: (item: PlaylistItem) => void;
}

/** The rows of a playlist: dragged by their handles, moved with Alt and the arrow keys, or put at a number. */
export function OrderList({ items, readOnly, onMove, onRemove }: OrderListProps) {
  const { t } = useTranslation(["managePlaylist", "playlists"]);
  const list = useRef<HTMLOListElement>(null);
  const rows = items.map((item) => ({ ...item, id: item.video_id }));
  const titleOf = (item: PlaylistItem) => item.title || t("playlists:untitled");
  const order = useReorder(
    rows,
    readOnly ? undefined : { nameOf: titleOf, onMove: (item, position) => onMove(item, position), onUndo: () => {} },
  );
  const remove = (item: PlaylistItem, at: number) => {
    onRemove(item);
    requestAnimationFrame(() => focusRow(list.current, at));
  };
  return (
    <ol ref={list} className={styles["order"]} aria-label={t("order")}>
      {rows.map((item, at) => {
        const place = order?.placeOf(item, at) ?? null;
        const title = titleOf(item);
        return (
          <li key={item.video_id} data-dragged={place?.dragged} data-over={place?.over ?? undefined} {...place?.target}>
            {place ? (
              <button type="button" className={styles["handle"]} aria-label={t("handle", { title })} {...place.handle}>
                <IconGripVertical {...icon} aria-hidden="true" />
              </button>
            ) : null}
            {readOnly ? (
              <span className={styles["number"]}>{at + 1}</span>
            ) : (
              <PositionField
                at={at}
                count={items.length}
                label={t("position", { title })}
                onMove={(to) => onMove(item, to)}
              />
            )}
            <Thumb src={item.image_url} />
            <ItemLink id={item.video_id} title={title} />
            <ItemProblemBadge problem={item.problem} />
            <span className={styles["duration"]}>
              {item.duration_seconds === null ? "–" : formatDuration(item.duration_seconds)}
            </span>
            {readOnly ? null : (
              <RowActions
                title={title}
                steps={place?.steps}
                first={at === 0}
                onTop={() => onMove(item, 0)}
                onRemove={() => remove(item, at)}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

const ItemLink = ({ id, title }: { id: number; title: string }) => (
  <Link to="/video/$videoId" params={{ videoId: String(id) }} className={styles["title"] ?? ""} dir="auto">
    {title}
  </Link>
);

/** Focuses the row in the place of one that was removed, or the last row. */
function focusRow(list: HTMLElement | null, at: number): void {
  const buttons = list?.querySelectorAll<HTMLElement>("[data-remove]");
  buttons?.[Math.min(at, buttons.length - 1)]?.focus();
}

function RowActions({
  title,
  steps,
  first,
  onTop,
  onRemove,
}: {
  title: string;
  steps: Steps | undefined;
  first: boolean;
  onTop: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation("managePlaylist");
  return (
    <span className={styles["actions"]}>
      {steps ? <MoveButtons name={title} steps={steps} /> : null}
      <ActionIcon aria-label={t("top", { title })} disabled={first} onClick={onTop}>
        <IconArrowBarToUp {...icon} />
      </ActionIcon>
      <ActionIcon data-remove aria-label={t("remove", { title })} onClick={onRemove}>
        <IconX {...icon} />
      </ActionIcon>
    </span>
  );
}

/** A row's number, which can be typed over: Enter or leaving the field moves the row there. */
function PositionField({
  at,
  count,
  label,
  onMove,
}: {
  at: number;
  count: number;
  label: string;
  onMove: (position: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    const number = Number(typed);
    setTyped(null);
    if (typed === null || !Number.isInteger(number) || number < 1 || number === at + 1) return;
    onMove(Math.min(number, count) - 1);
  };
  return (
    <input
      className={styles["position"]}
      inputMode="numeric"
      aria-label={label}
      value={typed ?? at + 1}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
        if (event.key === "Escape") setTyped(null);
      }}
    />
  );
}
