import { CLIP_SECONDS, TRIM_MIN_SECONDS } from "@kinora/domain/live/streams.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatTimeOfDay } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { IconMovie, IconScissors } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { clipReachQuery, LIVE_KEY, type StreamDetail } from "../queries.ts";
import { useRecordingActions } from "../recordings/use-recording-actions.ts";
import { cutOf, type Cut, type RecordingSpan, type Span } from "./timeline-lanes.ts";
import styles from "./Timeline.module.css";

/** What can be made of the chosen part of a timeline. */
export function CutBar({
  stream,
  chosen,
  recordings,
  nowMs,
  onDone,
}: {
  stream: StreamDetail;
  chosen: Span | null;
  recordings: readonly RecordingSpan[];
  nowMs: number;
  onDone: () => void;
}) {
  const { t } = useTranslation("recordings");
  const { permissions } = useViewer();
  const { clip } = useRecordingActions(stream);
  const trim = useTrim(stream, onDone);
  const reach = useQuery({ ...clipReachQuery(stream.id), enabled: stream.on_air !== "nothing" }).data ?? 0;
  if (!permissions.streams_control) return null;
  if (chosen === null) return <p className={styles["cut"]}>{t("timelineHint")}</p>;
  const { clipSeconds, saved } = cutOf(chosen, recordings, {
    nowMs,
    reachSeconds: Math.min(reach, CLIP_SECONDS.max),
    leastSeconds: { clip: CLIP_SECONDS.min, trim: TRIM_MIN_SECONDS },
  });
  return (
    <div className={styles["cut"]} role="status">
      <span>
        {t("timelineChosen", {
          from: formatTimeOfDay(new Date(chosen.fromMs)),
          to: formatTimeOfDay(new Date(Math.min(chosen.toMs, nowMs))),
          length: formatDuration((chosen.toMs - chosen.fromMs) / 1000),
        })}
      </span>
      {clipSeconds === null ? null : (
        <Button
          variant="default"
          loading={clip.isPending}
          leftSection={<IconScissors size={16} stroke={1.6} />}
          onClick={() => clip.mutate(clipSeconds, { onSuccess: onDone })}
        >
          {t("timelineClip", { seconds: clipSeconds })}
        </Button>
      )}
      {saved === null ? null : (
        <Button
          variant="default"
          loading={trim.isPending}
          leftSection={<IconMovie size={16} stroke={1.6} />}
          onClick={() => trim.mutate(saved)}
        >
          {t("timelineSave", { length: formatDuration(saved.toSeconds - saved.fromSeconds) })}
        </Button>
      )}
      {clipSeconds === null && saved === null ? <span className="muted">{t("timelineNothing")}</span> : null}
    </div>
  );
}

function useTrim({ id }: StreamDetail, onDone: () => void) {
  return useAction(
    ({ recordingId, fromSeconds, toSeconds }: NonNullable<Cut["saved"]>) =>
      api.recordings.trimRecording({
        id,
        recording_id: recordingId,
        from_seconds: fromSeconds,
        to_seconds: toSeconds,
      }),
    { changes: [LIVE_KEY], onDone },
  );
}
