import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";

/** Columns about the uploaded file, which the server reads only for those who see them. */
const FACTS: ReadonlySet<string> = new Set(["source", "codec", "fps"]);
export const showsFacts = (columns: readonly string[]): boolean => columns.some((column) => FACTS.has(column));

/** Columns of words about a video, which people choose. */
export function useWordColumns(): Column<Video>[] {
  const { t } = useTranslation("library");
  const words = (id: string, header: string, min: number, priority: number, textOf: (video: Video) => string) => ({
    id,
    header,
    min,
    grow: 1,
    priority,
    mobile: "hidden" as const,
    optional: true,
    cell: (video: Video) => <span title={textOf(video)}>{textOf(video)}</span>,
  });
  return [
    words("resolutions", t("column_resolutions"), 130, 8, ({ resolutions, sound_only: isSound }) =>
      isSound ? t("mediaAudio") : resolutions.join(" "),
    ),
    words("category", t("column_category"), 110, 7, ({ category }) => category?.name ?? ""),
    words("tags", t("column_tags"), 120, 6, ({ tags }) => tags.map(({ name }) => name).join(", ")),
    words("uploader", t("column_uploader"), 110, 5, ({ user }) => (user ? personName(user) : "")),
    words("description", t("column_description"), 150, 2, ({ description }) => description),
    words("file", t("column_file"), 130, 2, ({ file_name: name }) => name),
    words("source", t("column_source"), 70, 1, ({ facts }) => (facts?.source ? t(`source_${facts.source}`) : "")),
    words("codec", t("column_codec"), 60, 1, ({ facts }) => facts?.codec ?? ""),
  ];
}

/** Columns of figures and moments, which people choose. */
export function useFigureColumns(): Column<Video>[] {
  const { t } = useTranslation("library");
  const figure = { align: "end", optional: true, mobile: "hidden" } as const;
  return [
    {
      ...figure,
      id: "fps",
      header: t("column_fps"),
      min: 44,
      priority: 1,
      cell: ({ facts }) => (facts?.frame_rate ? formatNumber(facts.frame_rate) : null),
    },
    {
      ...figure,
      id: "duration",
      header: t("column_duration"),
      min: 72,
      priority: 7,
      sorts: ["-duration", "duration"],
      cell: ({ duration_seconds: seconds }) => (seconds === null ? null : formatDuration(seconds)),
    },
    {
      ...figure,
      id: "size",
      header: t("column_size"),
      min: 72,
      priority: 9,
      mobile: "meta",
      sorts: ["-size", "size"],
      cell: ({ size_bytes: bytes }) => formatBytes(bytes),
    },
    ...useMomentColumns(),
  ];
}

function useMomentColumns(): Column<Video>[] {
  const { t } = useTranslation("library");
  const moment = (id: string, header: string, priority: number, atOf: (video: Video) => string | null) => ({
    id,
    header,
    min: 104,
    priority,
    align: "end" as const,
    optional: true,
    mobile: "hidden" as const,
    cell: (video: Video) => <Moment at={atOf(video)} />,
  });
  return [
    moment("published", t("column_published"), 4, (video) => (video.published ? video.published_at : null)),
    moment("updated", t("column_updated"), 3, ({ updated_at: at }) => at),
    {
      ...moment("added", t("column_added"), 10, ({ created_at: at }) => at),
      mobile: "meta",
      sorts: ["-created", "created"],
    },
  ];
}
