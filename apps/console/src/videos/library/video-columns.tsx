import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Group, Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { usePublish } from "../use-publish.ts";
import { VideoState } from "../VideoStatus.tsx";
import { useFigureColumns, useWordColumns } from "./fact-columns.tsx";
import type { LibraryAddress } from "./library-view.ts";
import type { VideoPlays } from "./use-video-plays.ts";
import { VideoName } from "./VideoName.tsx";

/** The columns that are shown until someone chooses others. */
export const USUAL_COLUMNS = ["resolutions", "size", "added"];

/** What a video is, its visibility, and all that people may choose to see besides. */
export const useVideoColumns = (place: LibraryAddress, plays: VideoPlays | undefined): Column<Video>[] => [
  ...useMainColumns(place),
  ...useWordColumns(),
  ...usePlayColumns(plays),
  ...useFigureColumns(),
];

/** The poster, title and ID of a video. */
export function useTitleColumn(place: LibraryAddress | null): Column<Video> {
  const { t } = useTranslation("videos");
  return {
    id: "title",
    header: t("columnTitle"),
    min: 200,
    grow: 3,
    mobile: "title",
    sorts: ["title", "-title"],
    cell: (video, { phone }) => <VideoName video={video} place={place} brief={phone} />,
  };
}

function useMainColumns(place: LibraryAddress): Column<Video>[] {
  const { t } = useTranslation("videos");
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const canPublish = permissions.video_publish;
  return [
    useTitleColumn(place),
    {
      id: "visibility",
      header: t("visibility"),
      min: 150,
      mobile: "meta",
      cell: (video, { phone }) =>
        phone ? (
          <VideoState video={video} />
        ) : (
          <Group gap={10} wrap="nowrap">
            <Switch
              checked={video.published}
              disabled={!canPublish || (video.taken_down !== null && !video.published)}
              aria-label={t("publishSwitch", { title: video.title })}
              title={canPublish ? (video.taken_down ? t("takenDownPublish") : undefined) : t("needsPublish")}
              onChange={(event) => publish({ id: video.id, published: event.currentTarget.checked })}
            />
            <VideoState video={video} />
          </Group>
        ),
    },
  ];
}

/** How often a video is watched, for those who see reports. An order would need an index that every view changes. */
function usePlayColumns(plays: VideoPlays | undefined): Column<Video>[] {
  const { t } = useTranslation("library");
  if (!useViewer().permissions.analytics_view) return [];
  const figure = { align: "end", optional: true, mobile: "hidden", min: 104 } as const;
  return [
    {
      ...figure,
      id: "plays",
      header: t("column_plays"),
      priority: 6,
      cell: ({ id }) => formatCount(plays?.get(id)?.plays),
    },
    {
      ...figure,
      id: "watched",
      header: t("column_watched"),
      priority: 5,
      cell({ id }) {
        const seconds = plays?.get(id)?.watched_seconds;
        return seconds === undefined
          ? null
          : t("hoursWatched", { hours: formatNumber(Math.round(seconds / 360) / 10) });
      },
    },
  ];
}

const formatCount = (count: number | undefined) => (count === undefined ? null : formatNumber(count));
