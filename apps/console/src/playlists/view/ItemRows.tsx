import { formatDuration } from "@kinora/ui/durations.ts";
import { Thumb } from "@kinora/ui/Thumb.tsx";
import { IconPinned } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { PlaylistItem } from "../queries.ts";
import { ItemProblemBadge } from "./ItemProblemBadge.tsx";
import styles from "../Playlists.module.css";

/** The videos of a playlist in their order, to look at. @param smart whether pinned ones are marked. */
export function ItemRows({
  items,
  label,
  smart = true,
}: {
  items: readonly PlaylistItem[];
  label: string;
  smart?: boolean;
}) {
  const { t } = useTranslation("playlists");
  return (
    <ol className={styles["items"]} aria-label={label}>
      {items.map((item, at) => (
        <li key={item.video_id}>
          <span className={styles["number"]}>{at + 1}</span>
          <Thumb src={item.image_url} />
          <Link
            to="/video/$videoId"
            params={{ videoId: String(item.video_id) }}
            className={styles["itemTitle"] ?? ""}
            dir="auto"
          >
            {item.title || t("untitled")}
          </Link>
          {smart && item.pinned ? (
            <span className={styles["pinned"]}>
              <IconPinned size={12} stroke={1.8} aria-hidden="true" />
              {t("pinned")}
            </span>
          ) : null}
          <ItemProblemBadge problem={item.problem} />
          <span className={styles["duration"]}>
            {item.duration_seconds === null ? "–" : formatDuration(item.duration_seconds)}
          </span>
        </li>
      ))}
    </ol>
  );
}
