import { BULK_PROGRESS_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import { Modal } from "@kinora/ui/floats.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Button, Group, Progress, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { listen } from "../../platform/realtime.ts";
import { useAction } from "../../platform/use-action.ts";
import { FailureList } from "../../shell/lists/FailureList.tsx";
import { bulkJobQuery, type BulkJob } from "../library/library-queries.ts";

/** Pushes may not arrive: then this is how often a running job is read. */
const LOOK_EVERY_MS = 2_000;

/** How far a bulk action is, and in the end which videos it could not do and why. */
export function BulkDialog({
  projectId,
  job,
  onClose,
}: {
  projectId: number;
  job: BulkJob | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(["library", "layout"]);
  return (
    <Modal
      opened={job !== null}
      onClose={onClose}
      title={job ? t(`bulkTitle_${job.action}`) : ""}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={520}
    >
      {job ? <BulkProgress projectId={projectId} job={job} onClose={onClose} /> : null}
    </Modal>
  );
}

/** A bulk job as it stands now, and what stops it. */
function useBulkJob(projectId: number, begun: BulkJob) {
  const client = useQueryClient();
  const query = bulkJobQuery(projectId, begun.id);
  const job =
    useQuery({
      ...query,
      refetchInterval: ({ state }) => (state.data?.state === "running" || !state.data ? LOOK_EVERY_MS : false),
    }).data ?? begun;
  const { id, state } = job;
  useEffect(
    () =>
      listen(
        projectChannel(projectId),
        BULK_PROGRESS_EVENT,
        () => void client.invalidateQueries({ queryKey: ["bulk", projectId, id] }),
      ),
    [client, projectId, id],
  );
  useEffect(() => {
    if (state !== "running") void client.invalidateQueries({ queryKey: ["videos"] });
  }, [client, state]);
  const stop = useAction(() => api.bulk.cancelBulkJob({ project_id: projectId, job_id: id }), {
    changes: [],
    silent: true,
    onDone: ({ data }) => void client.setQueryData(query.queryKey, data),
  });
  return { job, stop };
}

/** How far the job is, or how it ended. */
function useProgressWords({ state, total, done, failed, message }: BulkJob): string {
  const { t } = useTranslation("library");
  const counts = {
    done: formatNumber(done),
    failed: formatNumber(failed),
    total: formatNumber(total ?? 0),
    message: message ?? "",
  };
  return {
    running: total === null ? t("bulkProgressOpen", counts) : t("bulkProgress", counts),
    complete: failed === 0 ? t("bulkComplete", counts) : t("bulkPartly", counts),
    cancelled: t("bulkCancelled", counts),
    failed: t("bulkFailed", counts),
  }[state];
}

function BulkProgress({ projectId, job: begun, onClose }: { projectId: number; job: BulkJob; onClose: () => void }) {
  const { t } = useTranslation(["library", "layout"]);
  const { job, stop } = useBulkJob(projectId, begun);
  const { state, total, done, failed } = job;
  const words = useProgressWords(job);
  return (
    <>
      <Progress
        aria-label={words}
        value={state === "running" && total ? (100 * (done + failed)) / total : 100}
        animated={state === "running"}
      />
      <Text mt="sm" role="status">
        {words}
      </Text>
      {state === "running" ? <Text className="muted">{t("bulkGoesOn")}</Text> : null}
      {job.failures.length > 0 ? (
        <FailureList
          label={t("bulkFailures")}
          failures={job.failures.map(({ video_id: video, title, message }) => ({
            id: video,
            name: title || t("unknown", { id: video }),
            problem: message,
          }))}
          more={failed > job.failures.length ? t("bulkMoreFailures", { count: failed - job.failures.length }) : null}
        />
      ) : null}
      <Group justify="flex-end" mt="lg" gap="xs">
        {state === "running" ? (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
            {t("bulkStop")}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t("layout:close")}</Button>
      </Group>
    </>
  );
}
