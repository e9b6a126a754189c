import { formatTenths } from "@kinora/domain/vttTime.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button } from "@mantine/core";
import { IconScissors } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { recordingsKey, type StreamDetail, type StreamRecording } from "./queries.ts";
import { KEPT_TONES, keptState } from "./recordingView.ts";
import { Uptime } from "./Uptime.tsx";
import styles from "./Logs.module.css";

const TrimDialog = lazyPart(async () => (await import("./TrimDialog.tsx")).TrimDialog);

interface RowsProps {
  stream: StreamDetail;
  recordings: readonly StreamRecording[];
}

/** Recordings and clips as rows; what became a video leads there and is published from here. */
export function RecordingTable({ stream, recordings }: RowsProps) {
  const { t } = useTranslation("recordings");
  const head = [
    t("columnStart"),
    t("columnKind"),
    t("columnLength"),
    t("columnVideo"),
    t("columnState"),
    t("columnActions"),
  ];
  return (
    <div className={styles["framed"]} role="table" aria-label={t("title")}>
      <div role="row" className={styles["head"]} data-kind="recordings">
        {head.map((label) => (
          <div key={label} role="columnheader">
            {label}
          </div>
        ))}
      </div>
      {recordings.map((recording) => (
        <RecordingRow key={recording.id} stream={stream} recording={recording} />
      ))}
    </div>
  );
}

interface RowProps {
  stream: StreamDetail;
  recording: StreamRecording;
}

function RecordingRow({ stream, recording }: RowProps) {
  const { t } = useTranslation("recordings");
  const { permissions } = useViewer();
  const { started_at: start, seconds, kind, trim, video, problem } = recording;
  const state = keptState(recording);
  const cell = (label: string) => ({ role: "cell", "data-label": label }) as const;
  return (
    <div role="row" className={styles["row"]} data-kind="recordings">
      <div {...cell(t("columnStart"))}>
        <time dateTime={new Date(start).toISOString()} title={formatMoment(start)}>
          {formatAgo(start)}
        </time>
      </div>
      <div {...cell(t("columnKind"))}>
        {t(`kind_${kind}`)}
        {trim === null ? null : (
          <span className={styles["quiet"]}>
            {t("partOf", { from: formatTenths(trim.from_seconds), to: formatTenths(trim.to_seconds) })}
          </span>
        )}
      </div>
      <div {...cell(t("columnLength"))} className="tabular">
        {state === "recording" ? <Uptime since={start} /> : seconds === null ? "" : formatDuration(seconds)}
      </div>
      <div {...cell(t("columnVideo"))}>{video === null ? "" : <VideoName video={video} />}</div>
      <div {...cell(t("columnState"))}>
        <StatusDot tone={KEPT_TONES[state]}>{t(`state_${state}`)}</StatusDot>
        {problem === null ? null : <span className={styles["quiet"]}>{problem}</span>}
      </div>
      <div {...cell(t("columnActions"))} className={styles["actions"]}>
        {state === "unpublished" && video && permissions.video_publish ? (
          <PublishButton stream={stream} video={video} />
        ) : null}
        {(state === "unpublished" || state === "published") && video && permissions.streams_control ? (
          <TrimButton stream={stream} recording={recording} video={video} />
        ) : null}
      </div>
    </div>
  );
}

type KeptVideo = NonNullable<StreamRecording["video"]>;

function VideoName({ video: { id, title } }: { video: KeptVideo }) {
  const { permissions } = useViewer();
  if (!permissions.video_view) return <span title={title}>{title}</span>;
  return (
    <Link to="/video/$videoId" params={{ videoId: String(id) }} className={styles["cut"] ?? ""} title={title}>
      {title}
    </Link>
  );
}

function TrimButton({ stream, recording, video: { id, title } }: RowProps & { video: KeptVideo }) {
  const { t } = useTranslation("recordings");
  const { permissions } = useViewer();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconScissors size={14} stroke={1.6} />}
        aria-label={t("trimOf", { title })}
        onClick={() => setOpen(true)}
      >
        {t("trim")}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <TrimDialog
            stream={stream}
            recording={recording}
            video={{ id, watched: permissions.video_view === true }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function PublishButton({ stream, video: { id, title } }: { stream: StreamDetail; video: KeptVideo }) {
  const { t } = useTranslation(["recordings", "layout"]);
  const client = useQueryClient();
  const publish = useMutation({
    mutationFn: () => api.videos.publishVideo({ id, published: true }),
    async onSuccess({ message }) {
      toastSuccess(message || t("layout:success"));
      await client.invalidateQueries({ queryKey: recordingsKey(stream.id) });
      await client.invalidateQueries({ queryKey: ["videos"] });
    },
    onError(error) {
      const { status, message } = problemOf(error);
      // A 403 has had its notification already.
      if (status !== 403) toastError(message ?? t("layout:error"));
    },
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={publish.isPending}
      aria-label={t("publishOf", { title })}
      onClick={() => publish.mutate()}
    >
      {t("publish")}
    </Button>
  );
}
