import { Thumb } from "@kinora/ui/Thumb.tsx";
import { ActionIcon, Checkbox, Switch } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { MenuLater } from "../layout/MenuLater.tsx";
import { PublishedStatus, VideoStatus } from "../layout/VideoStatus.tsx";
import { copyText } from "../platform/clipboard.ts";
import { posterOf } from "../platform/posters.ts";
import type { Video } from "../platform/videos.ts";
import { shownColumns } from "./columns.ts";
import { EmbedMenu } from "./EmbedMenu.tsx";
import type { LibrarySearch } from "./libraryView.ts";
import { VideoCell } from "./VideoCell.tsx";
import styles from "./VideoTable.module.css";

/** What begins in a row's menu and goes on in a dialog. */
export type RowTask = "replace" | "copy";

export interface RowActions {
  canPublish: boolean;
  /** The list that is shown, for the page of a video to walk through. */
  place: LibrarySearch;
  onSelect: (id: number, selected: boolean) => void;
  onPeek: (id: number) => void;
  onPublish: (id: number, published: boolean) => void;
  onDelete: (video: Pick<Video, "id" | "title">) => void;
  onTask: (task: RowTask, id: number) => void;
}

interface VideoRowProps extends RowActions {
  video: Video;
  selected: boolean;
  /** It is looked at beside the list. */
  peeked: boolean;
  /** The columns people see beside title and status. */
  columns: readonly string[];
}

/** One finished or recent video: what it is, whether it is public, and what can be done with it. */
export const VideoRow = memo(function VideoRow({ selected, peeked, ...facts }: VideoRowProps) {
  const { t } = useTranslation("videos");
  const { video, onSelect } = facts;
  const { id, title } = video;
  return (
    <div className={styles["row"]} role="row" data-row={id} data-selected={selected} data-peeked={peeked}>
      <div role="cell" className={styles["check"]}>
        <Checkbox
          size="xs"
          checked={selected}
          aria-label={t("select", { title })}
          onChange={(event) => onSelect(id, event.currentTarget.checked)}
        />
      </div>
      <RowFacts {...facts} />
    </div>
  );
});

/** What stays as it is when a row is ticked or looked at: with a whole page ticked at once, that is nearly all of it. */
const RowFacts = memo(function RowFacts({ video, columns, ...actions }: Omit<VideoRowProps, "selected" | "peeked">) {
  const { t } = useTranslation("videos");
  const { id, title } = video;
  const { canPublish, onPublish } = actions;
  return (
    <>
      <div role="cell" className={styles["title"]}>
        <VideoName video={video} place={actions.place} />
      </div>
      <div role="cell" className={styles["status"]}>
        <Switch
          checked={video.published}
          disabled={!canPublish}
          aria-label={t("publishSwitch", { title })}
          title={canPublish ? undefined : t("needsPublish")}
          onChange={(event) => onPublish(id, event.currentTarget.checked)}
        />
        <span className={styles["statusWord"]}>
          {video.status === "complete" ? (
            <PublishedStatus published={video.published} />
          ) : (
            <VideoStatus video={video} />
          )}
        </span>
      </div>
      {shownColumns(columns).map((column) => (
        <VideoCell key={column} column={column} video={video} />
      ))}
      <div role="cell" className={styles["actions"]}>
        <EmbedMenu video={video} />
        <MenuLater subject={{ video, ...actions }} load={async () => (await import("./RowMenu.tsx")).RowMenu}>
          <ActionIcon aria-label={t("actionsOf", { title })}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </MenuLater>
      </div>
    </>
  );
});

/** A video's poster, which moves when somebody rests on it, with its name and its id to copy. */
export function VideoName({ video, place }: { video: Video; place: LibrarySearch }) {
  const { t } = useTranslation("videos");
  const { id, title, hash } = video;
  return (
    <>
      <span className={styles["poster"]} data-preview={video.storyboard_url ?? undefined}>
        <Thumb {...posterOf(video.image_urls)} durationSeconds={video.duration_seconds} />
      </span>
      <div className={styles["names"]}>
        <Link
          to="/video/$videoId"
          params={{ videoId: String(id) }}
          search={place}
          className={styles["name"] ?? ""}
          preload="intent"
        >
          {title}
        </Link>
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
      </div>
    </>
  );
}
