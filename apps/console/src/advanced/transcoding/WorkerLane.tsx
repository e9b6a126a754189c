import { formatBytes } from "@kinora/ui/bytes.ts";
import { RowMenu } from "@kinora/ui/kit/RowMenu.tsx";
import { formatAgo } from "@kinora/ui/moments.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Group } from "@mantine/core";
import { IconAdjustments, IconPlayerPlay, IconPlayerTrackNext } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { queueKey, type Worker } from "./queue-queries.ts";
import styles from "./Transcoding.module.css";

const SlotsDialog = lazyPart(async () => (await import("./SlotsDialog.tsx")).SlotsDialog);
const ICON = { size: 16, stroke: 1.6 };

type Job = Worker["jobs"][number];

/** One worker process: what it is, and what it does. `alone`: drained, it would leave nobody who takes jobs; `waiting`: jobs of the queue. */
export function WorkerLane({ worker, alone, waiting }: { worker: Worker; alone: boolean; waiting: number }) {
  const { t } = useTranslation("transcoding");
  const { name, host, pid, version, draining_since: draining, jobs, slots } = worker;
  const [choosing, setChoosing] = useState(false);
  const state = draining !== null ? "paused" : jobs.length > 0 ? "running" : "idle";
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <StatusDot
          state={state}
          detail={
            draining !== null
              ? t(jobs.length > 0 ? "draining" : waiting > 0 ? "drainedWhileWaiting" : "drained", { count: waiting })
              : t("slots", { count: slots })
          }
        >
          {name}
        </StatusDot>
        <RowMenu label={t("actionsFor", { name })} actions={useWorkerActions(worker, alone, () => setChoosing(true))} />
      </Group>
      <p className="note">
        {[
          t("process", { host: host === name ? "" : host, pid }).trim(),
          t("workerSince", { since: formatAgo(worker.started_at) }),
          ...(version === "" ? [] : [t("version", { version })]),
          ...(worker.cpus === 0
            ? []
            : [
                t("busy", { percent: Math.round(100 * worker.cpu_share) }),
                t("memoryOf", {
                  used: formatBytes(worker.memory_used_bytes),
                  total: formatBytes(worker.memory_total_bytes),
                }),
                t("diskFree", { free: formatBytes(worker.disk_free_bytes) }),
              ]),
        ].join(" · ")}
      </p>
      {jobs.length === 0 && draining === null ? <p className="note">{t("idle")}</p> : null}
      {jobs.map((job) => (
        <Lane key={job.id} job={job} />
      ))}
      <Later when={choosing}>
        {choosing ? <SlotsDialog worker={worker} onClose={() => setChoosing(false)} /> : null}
      </Later>
    </li>
  );
}

/** A job as a bar that moves. */
function Lane({ job: { task, since, stuck, video, progress } }: { job: Job }) {
  const { t } = useTranslation("transcoding");
  const percent = progress === null ? null : Math.floor(progress * 100);
  return (
    <div className={styles["lane"]} data-stuck={stuck}>
      {percent === null ? null : <span className={styles["bar"]} style={{ inlineSize: `${percent}%` }} />}
      <span className={styles["what"]}>{video ? `${video.title} · ${task}` : task}</span>
      <span className={styles["when"]}>
        {stuck ? <StatusDot state="warning">{t("stuck")}</StatusDot> : null}
        {percent === null ? null : t("percent", { percent })} {formatAgo(since)}
      </span>
    </div>
  );
}

/** What a superuser does with the workers of a name. */
function useWorkerActions({ name, draining_since: draining }: Worker, alone: boolean, chooseSlots: () => void) {
  const { t } = useTranslation("transcoding");
  const options = { changes: [queueKey], failure: t("workerNotChanged") };
  const drain = useAction(() => api.advanced.drainWorker({ worker_name: name }), options);
  const resume = useAction(() => api.advanced.resumeWorker({ worker_name: name }), options);
  const question = {
    title: t("drainTitle", { name }),
    text: alone ? t("drainAloneText") : t("drainText"),
    yes: t("drain"),
    danger: alone,
  };
  return [
    draining === null
      ? {
          label: t("drain"),
          icon: <IconPlayerTrackNext {...ICON} />,
          onChoose: () => void drain.mutateAfter(question, undefined),
        }
      : { label: t("resumeWorker"), icon: <IconPlayerPlay {...ICON} />, onChoose: () => resume.mutate(undefined) },
    { label: t("chooseSlots"), icon: <IconAdjustments {...ICON} />, onChoose: chooseSlots },
  ];
}
