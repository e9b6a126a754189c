import { formatTenths } from "@kinora/domain/videos/vtt-time.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { TwoLines } from "../logs/TwoLines.tsx";
import type { StreamRecording } from "../queries.ts";
import { Uptime } from "../Uptime.tsx";
import { keptState } from "./recording-view.ts";

/** The columns of recordings and clips. */
export function useRecordingColumns(): Column<StreamRecording>[] {
  const { t } = useTranslation("recordings");
  return [
    {
      id: "video",
      header: t("columnVideo"),
      min: 160,
      grow: 2,
      mobile: "title",
      cell: ({ video, kind }) => (video === null ? t(`kind_${kind}`) : <VideoName video={video} />),
    },
    {
      id: "kind",
      header: t("columnKind"),
      min: 112,
      priority: 2,
      mobile: "meta",
      optional: true,
      cell: ({ kind, trim }, { phone }) => (
        <TwoLines
          phone={phone}
          more={trim && t("partOf", { from: formatTenths(trim.from_seconds), to: formatTenths(trim.to_seconds) })}
        >
          {t(`kind_${kind}`)}
        </TwoLines>
      ),
    },
    {
      id: "length",
      header: t("columnLength"),
      min: 64,
      align: "end",
      priority: 3,
      mobile: "meta",
      cell: ({ state, started_at: start, seconds }) =>
        state === "recording" ? <Uptime since={start} /> : seconds === null ? null : formatDuration(seconds),
    },
    {
      id: "start",
      header: t("columnStart"),
      min: 108,
      priority: 1,
      mobile: "meta",
      optional: true,
      cell: ({ started_at: start }) => <Moment at={start} />,
    },
    {
      id: "state",
      header: t("columnState"),
      min: 130,
      mobile: "meta",
      cell: (recording) => {
        const state = keptState(recording);
        return <StatusDot state={state}>{t(`state_${state}`)}</StatusDot>;
      },
    },
  ];
}

function VideoName({ video: { id, title } }: { video: NonNullable<StreamRecording["video"]> }) {
  const { permissions } = useViewer();
  if (!permissions.video_view)
    return (
      <span title={title} dir="auto">
        {title}
      </span>
    );
  return (
    <Link to="/video/$videoId" params={{ videoId: String(id) }} title={title} dir="auto">
      {title}
    </Link>
  );
}
