import { formatTenths } from "@kinora/domain/videos/vtt-time.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type RefObject } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { useSettled } from "../../platform/use-settled.ts";
import { videoQuery, type VideoDetail } from "../../platform/videos.ts";
import { usePlayer } from "../../shell/frame/use-player.ts";
import { LIVE_KEY, trimPlanQuery, type StreamDetail, type StreamRecording } from "../queries.ts";
import { readTrim, wholeOf, type TrimFields, type TrimRange } from "./trim-view.ts";
import { TrimField } from "./TrimField.tsx";
import styles from "./Trim.module.css";

interface TrimDialogProps {
  stream: StreamDetail;
  recording: StreamRecording;
  /** People who may not view videos cut by the clock alone. */
  video: { id: number; watched: boolean };
  onClose: () => void;
}

/** Cuts a part out of a recording: where it begins and ends, what the key frames make of that, and a video of it. */
export function TrimDialog({ stream, recording, video, onClose }: TrimDialogProps) {
  const { t } = useTranslation("recordings");
  const seconds = recording.seconds ?? 0;
  const [fields, setFields] = useState<TrimFields>(() => wholeOf(seconds));
  const [refused, setRefused] = useState<Partial<TrimFields>>({});
  const watched = useQuery({ ...videoQuery(video.id), enabled: video.watched, staleTime: Infinity }).data;
  const player = usePlayer(
    watched?.hash ?? "",
    useStore(session, ({ config }) => config?.edge_url ?? ""),
  );
  const { range, errors } = readTrim(fields, seconds, {
    unreadable: t("trimUnreadable"),
    late: t("trimLate", { end: formatTenths(seconds) }),
    short: t("trimShort"),
  });
  const { found, problem } = useTrimPlan(stream, recording, range);
  const save = useAction(
    (part: TrimRange) => api.recordings.trimRecording({ id: stream.id, recording_id: recording.id, ...part }),
    {
      changes: [LIVE_KEY],
      onDone: onClose,
      onProblem({ fields: named }) {
        const [from, to] = [named["from_seconds"]?.[0], named["to_seconds"]?.[0]];
        setRefused({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
        return from !== undefined || to !== undefined;
      },
    },
  );
  const field = (name: keyof TrimFields) => ({
    label: t(name === "from" ? "trimFrom" : "trimTo"),
    value: fields[name],
    error: errors[name] ?? refused[name],
    lengthSeconds: seconds,
    player: watched ? player : null,
    onChange(value: string) {
      setFields((before) => ({ ...before, [name]: value }));
      setRefused({});
    },
  });
  return (
    <FormDialog
      title={t("trimTitle")}
      submit={t("trimSave")}
      size={560}
      ready={range !== null && problem === null}
      saving={save.isPending}
      onSubmit={() => range && save.mutate(range)}
      onClose={onClose}
    >
      {watched ? <TrimPlayer video={watched} frame={player.frame} /> : null}
      <TrimField {...field("from")} autoFocus />
      <TrimField {...field("to")} />
      <p role="status" className={styles["plan"]} data-problem={problem === null ? undefined : true}>
        {problem ?? (range ? <TrimPlan range={range} found={found} /> : null)}
      </p>
    </FormDialog>
  );
}

/** What the key frames make of a range once nobody types any more; `found` is undefined until the server has answered. */
function useTrimPlan(stream: StreamDetail, recording: StreamRecording, range: TrimRange | null) {
  const { t } = useTranslation("layout");
  const settled = useSettled(range && `${range.from_seconds}-${range.to_seconds}`);
  const isSettled = range !== null && settled === `${range.from_seconds}-${range.to_seconds}`;
  const plan = useQuery({
    ...trimPlanQuery(stream.id, recording.id, range ?? { from_seconds: 0, to_seconds: recording.seconds ?? 0 }),
    enabled: isSettled,
    placeholderData: keepPreviousData,
  });
  return {
    found: isSettled && !plan.isPlaceholderData ? plan.data : undefined,
    problem: plan.isError && isSettled ? (problemOf(plan.error).message ?? t("error")) : null,
  };
}

/** Where the part will begin, how long it will be, and how much earlier than asked it begins. */
function TrimPlan({ range, found }: { range: TrimRange; found: TrimRange | undefined }) {
  const { t } = useTranslation("recordings");
  if (!found) return t("trimLooking");
  const early = range.from_seconds - found.from_seconds;
  return t(early >= 0.05 ? "trimPlanEarly" : "trimPlan", {
    from: formatTenths(found.from_seconds),
    early: early.toFixed(1),
    length: formatTenths(found.to_seconds - found.from_seconds),
  });
}

/** The recording as its embed plays it, by a pass that also plays what is not published. */
function TrimPlayer({ video, frame }: { video: VideoDetail; frame: RefObject<HTMLIFrameElement | null> }) {
  const { t } = useTranslation("recordings");
  // The first address stays: another one would begin again.
  const [address] = useState(video.preview_url);
  return (
    <iframe
      ref={frame}
      className={`screen ${styles["player"]}`}
      src={address}
      title={t("trimPlayer", { title: video.title })}
      allow="fullscreen; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
