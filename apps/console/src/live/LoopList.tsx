import { Thumb } from "@kinora/ui/Thumb.tsx";
import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { moved, type LoopEntry } from "./loopFields.ts";
import styles from "./Loop.module.css";

const icon = { size: 16, stroke: 1.6 };

/** The videos of a loop in their order; each says what of it does not fit. */
export function LoopList({
  items,
  readOnly,
  onChange,
  onSay,
}: {
  items: readonly LoopEntry[];
  readOnly: boolean;
  onChange: (items: readonly LoopEntry[]) => void;
  /** Tells what happened to whoever does not see it. */
  onSay: (sentence: string) => void;
}) {
  const { t } = useTranslation("loop");
  const move = (at: number, by: -1 | 1, title: string) => {
    onChange(moved(items, at, by));
    onSay(t("moved", { title, place: at + by + 1, count: items.length }));
  };
  return (
    <ol className={styles["list"]} aria-label={t("list")}>
      {items.map((item, at) => {
        const title = item.title || t("untitled");
        return (
          // A video may come again, so its id alone names no row.
          <li key={`${item.video_id}-${items.slice(0, at).filter((one) => one.video_id === item.video_id).length}`}>
            <span className={styles["place"]}>{at + 1}</span>
            <Thumb src={item.image_url} durationSeconds={item.duration_seconds} />
            <span className={styles["names"]}>
              <Link to="/video/$videoId" params={{ videoId: String(item.video_id) }} className={styles["name"] ?? ""}>
                {title}
              </Link>
              <Notes item={item} />
            </span>
            {readOnly ? null : (
              <span className={styles["actions"]}>
                <ActionIcon aria-label={t("up", { title })} disabled={at === 0} onClick={() => move(at, -1, title)}>
                  <IconArrowUp {...icon} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t("down", { title })}
                  disabled={at === items.length - 1}
                  onClick={() => move(at, 1, title)}
                >
                  <IconArrowDown {...icon} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t("remove", { title })}
                  onClick={() => onChange(items.filter((_, place) => place !== at))}
                >
                  <IconX {...icon} />
                </ActionIcon>
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Notes({ item: { isNew = false, problem, missing, has_sound: hasSound } }: { item: LoopEntry }) {
  const { t } = useTranslation("loop");
  if (isNew) return <span className={styles["hint"]}>{t("unchecked")}</span>;
  if (problem !== null) return <span className={styles["problem"]}>{problem}</span>;
  return (
    <>
      {missing.length > 0 ? (
        <span className={styles["hint"]}>{t("missing", { rungs: missing.join(", ") })}</span>
      ) : null}
      {hasSound ? null : <span className={styles["hint"]}>{t("silent")}</span>}
    </>
  );
}
