import { Group, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";
import { VideoPoster } from "../posters/VideoPoster.tsx";
import type { LibraryAddress } from "./library-view.ts";
import { SaidAt } from "./SaidAt.tsx";
import styles from "./Library.module.css";

/** A video's poster, which moves under the pointer, with its name and its ID to copy. */
export function VideoName({
  video,
  place,
  brief,
}: {
  video: Video;
  /** The list it is in, for its page to walk through; null where it has no page. */
  place: LibraryAddress | null;
  /** Whether the ID is left out. */
  brief: boolean;
}) {
  const { t } = useTranslation("videos");
  const { id, title, hash } = video;
  const words = <span className={styles["words"]}>{title}</span>;
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <VideoPoster video={video} />
      <Stack gap={0} miw={0}>
        {place === null ? (
          <span className={styles["name"]} dir="auto">
            {words}
          </span>
        ) : (
          <Link
            to="/video/$videoId"
            params={{ videoId: String(id) }}
            search={place}
            className={styles["name"] ?? ""}
            preload="intent"
            dir="auto"
          >
            {words}
          </Link>
        )}
        {place === null ? null : <SaidAt video={video} place={place} />}
        {brief || video.said ? null : (
          <button
            type="button"
            tabIndex={-1}
            className={styles["hash"]}
            title={t("copyId")}
            aria-label={t("copyIdOf", { title, hash })}
            onClick={() => void copyText(t("videoId"), hash)}
          >
            {hash}
          </button>
        )}
      </Stack>
    </Group>
  );
}
