import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatWait } from "@kinora/ui/durations.ts";
import { StatStrip } from "@kinora/ui/kit/StatStrip.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { queueKey, type TranscodingState } from "./queue-queries.ts";
import { QueueControls } from "./QueueControls.tsx";
import { WorkerLane } from "./WorkerLane.tsx";
import styles from "./Transcoding.module.css";

/** How long the queue is, and what each worker does. */
export function WorkerList({ state }: { state: TranscodingState }) {
  const { t } = useTranslation("transcoding");
  return (
    <Stack mb={16}>
      <Figures state={state} />
      <Panel title={t("workers")} action={<QueueControls state={state} />}>
        {state.paused_since === null ? null : (
          <Text role="status" mb="sm">
            <StatusDot state="paused">{t("pausedText")}</StatusDot>
          </Text>
        )}
        {isHeldBack(state) ? (
          <Text role="status" mb="sm">
            <StatusDot state="warning">{t("heldBack", { count: state.queued })}</StatusDot>
          </Text>
        ) : null}
        {state.workers.length === 0 ? <p className="muted">{t("noWorkers")}</p> : null}
        <ul className={styles["workers"]} aria-label={t("workers")}>
          {state.workers.map((worker) => (
            <WorkerLane key={worker.id} worker={worker} alone={isAlone(state, worker.name)} waiting={state.queued} />
          ))}
          {state.drained.map(({ name }) => (
            <DrainedName key={name} name={name} />
          ))}
        </ul>
      </Panel>
    </Stack>
  );
}

/** Whether nobody would take jobs any more if the workers of this name were drained. */
const isAlone = ({ workers }: TranscodingState, name: string) =>
  workers.every((other) => other.name === name || other.draining_since !== null);

/** Whether jobs wait while every worker is drained: none of them begins. A paused queue says so itself. */
const isHeldBack = ({ workers, drained, queued, paused_since: paused }: TranscodingState) =>
  queued > 0 &&
  paused === null &&
  workers.length + drained.length > 0 &&
  workers.every((worker) => worker.draining_since !== null);

/** The queue and the machines in figures. */
function Figures({ state }: { state: TranscodingState }) {
  const { t } = useTranslation("transcoding");
  const machines = useMachineStats(state);
  const { running, queued, failed, oldest_wait: wait, speed } = state;
  return (
    <StatStrip
      wraps
      framed
      label={t("figures")}
      stats={[
        { label: t("running"), value: formatNumber(running) },
        { label: t("queued"), value: formatNumber(queued) },
        { label: t("failedToday"), value: formatNumber(failed) },
        { label: t("oldestWait"), value: wait === null ? t("none") : formatWait(wait) },
        {
          label: t("speed"),
          value: speed === null ? t("none") : t("speedTimes", { times: Math.round(speed * 10) / 10 }),
        },
        ...machines,
      ]}
    />
  );
}

/** Processors, memory and disk of the machines of all workers. */
function useMachineStats({ workers }: TranscodingState) {
  const { t } = useTranslation("transcoding");
  // Workers of one machine measure the same.
  const machines = [...new Map(workers.filter(({ cpus }) => cpus > 0).map((worker) => [worker.host, worker])).values()];
  const sum = (of: (machine: (typeof machines)[number]) => number) =>
    machines.reduce((total, machine) => total + of(machine), 0);
  const cpus = sum((machine) => machine.cpus);
  const none = t("none");
  if (cpus === 0) return [t("processors"), t("memory"), t("disk")].map((label) => ({ label, value: none }));
  // A worker of an older release does not say how large its disk is.
  const [fullest] = machines
    .filter((machine) => machine.disk_total_bytes > 0)
    .toSorted((one, other) => one.disk_free_bytes - other.disk_free_bytes);
  return [
    {
      label: t("processors"),
      value: t("percent", { percent: percentOf(sum((one) => one.cpu_share * one.cpus) / cpus) }),
      detail: t("ofProcessors", { count: cpus }),
    },
    {
      label: t("memory"),
      value: formatBytes(sum((one) => one.memory_used_bytes)),
      detail: t("ofMemory", { total: formatBytes(sum((one) => one.memory_total_bytes)) }),
    },
    fullest
      ? {
          label: t("disk"),
          value: formatBytes(fullest.disk_free_bytes),
          detail: t(machines.length > 1 ? "ofLeastDisk" : "ofDisk", {
            total: formatBytes(fullest.disk_total_bytes),
            machines: machines.length,
          }),
        }
      : { label: t("disk"), value: none },
  ];
}

export const percentOf = (share: number): number => Math.round(100 * share);

/** A name that is drained while no worker bears it: the next one that does takes nothing either. */
function DrainedName({ name }: { name: string }) {
  const { t } = useTranslation("transcoding");
  const resume = useAction(() => api.advanced.resumeWorker({ worker_name: name }), {
    changes: [queueKey],
    failure: t("workerNotChanged"),
  });
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <StatusDot state="gone" detail={t("drainedAway")}>
          {name}
        </StatusDot>
        <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
          {t("resumeWorker")}
        </Button>
      </Group>
    </li>
  );
}
