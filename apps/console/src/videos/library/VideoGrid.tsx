import { canRetry } from "@kinora/domain/videos/videos.ts";
import type { RowId } from "@kinora/ui/kit/DataTable.tsx";
import { useRowKeys } from "@kinora/ui/kit/use-row-keys.ts";
import type { Selection } from "@kinora/ui/kit/use-row-selection.ts";
import { Checkbox, Switch } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { VideoPoster } from "../posters/VideoPoster.tsx";
import { usePublish } from "../use-publish.ts";
import { VideoState } from "../VideoStatus.tsx";
import type { LibraryAddress } from "./library-view.ts";
import { SaidAt } from "./SaidAt.tsx";
import styles from "./Library.module.css";

interface VideoGridProps {
  videos: readonly Video[];
  place: LibraryAddress;
  selection: Selection;
  keys: Readonly<Record<string, (video: Video) => void>>;
  /** Id of the video that is shown beside the list. */
  peekId: number | null;
}

/** The same list as cards: a picture says more than a row. The same keys work. */
export function VideoGrid({ videos, place, selection: { selected, onChange }, keys, peekId }: VideoGridProps) {
  const { t } = useTranslation("videos");
  const grid = useRef<HTMLDivElement>(null);
  const toggle = (id: RowId) =>
    onChange(new Set(selected.has(id) ? [...selected].filter((each) => each !== id) : [...selected, id]));
  useRowKeys(grid, videos, { ...keys, x: ({ id }) => toggle(id) });
  return (
    <div ref={grid} className={styles["grid"]} role="list" aria-label={t("title")}>
      {videos.map((video) => (
        <VideoCard
          key={video.id}
          video={video}
          place={place}
          selected={selected.has(video.id)}
          current={peekId === video.id}
          onSelect={() => toggle(video.id)}
        />
      ))}
    </div>
  );
}

function VideoCard({
  video,
  place,
  selected,
  current,
  onSelect,
}: {
  video: Video;
  place: LibraryAddress;
  selected: boolean;
  current: boolean;
  onSelect: () => void;
}) {
  const { t } = useTranslation("videos");
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const { id, title } = video;
  const canPublish = permissions.video_publish;
  return (
    <div
      role="listitem"
      tabIndex={-1}
      className={styles["card"]}
      data-row={id}
      data-selected={selected}
      data-current={current}
    >
      <VideoPoster video={video} size="fill" />
      <Link
        to="/video/$videoId"
        params={{ videoId: String(id) }}
        search={place}
        className={styles["name"] ?? ""}
        preload="intent"
        dir="auto"
      >
        {title}
      </Link>
      <SaidAt video={video} place={place} />
      <div className={styles["cardFoot"]}>
        <Checkbox size="xs" checked={selected} aria-label={t("select", { title })} onChange={onSelect} />
        <VideoState video={video} />
        {canRetry(video.status) && !video.playable ? null : (
          <Switch
            checked={video.published}
            disabled={!canPublish || (video.taken_down !== null && !video.published)}
            aria-label={t("publishSwitch", { title })}
            title={canPublish ? (video.taken_down ? t("takenDownPublish") : undefined) : t("needsPublish")}
            onChange={(event) => publish({ id, published: event.currentTarget.checked })}
          />
        )}
      </div>
    </div>
  );
}
