import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { Button } from "@mantine/core";
import { api, apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { itemsOf } from "./job-columns.tsx";
import { importJobKey, importJobsKey, type ImportJob } from "./job-queries.ts";

/** What can be done with an import in its state. */
export function JobActions({ projectId, job }: { projectId: number; job: ImportJob }) {
  const { t } = useTranslation("importJobs");
  const changes = [importJobsKey(projectId), importJobKey(projectId, job.id)];
  const one = { project_id: projectId, job_id: job.id };
  const start = useAction(() => api.importJobs.startImportJob(one), { changes });
  const cancel = useAction(() => api.importJobs.cancelImportJob(one), { changes });
  const retry = useAction(() => api.importJobs.retryImportJob(one), { changes });
  const { waiting, failed, cancelled } = job.items;
  const isOpen = job.state !== "complete" && job.state !== "cancelled" && job.state !== "failed";
  const again = failed + cancelled;
  const question = { title: t("cancelTitle"), text: t("cancelText"), yes: t("cancelYes"), danger: true };
  return (
    <>
      {itemsOf(job) > 0 ? (
        <DownloadButton href={`${apiHost()}/projects/${projectId}/import-jobs/${job.id}/items.csv`}>
          {t("report")}
        </DownloadButton>
      ) : null}
      {isOpen ? (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => void cancel.mutateAfter(question, undefined)}
        >
          {t("cancel")}
        </Button>
      ) : null}
      {job.state === "ready" && waiting > 0 ? (
        <Button loading={start.isPending} onClick={() => start.mutate(undefined)}>
          {t("start", { count: waiting })}
        </Button>
      ) : null}
      {!isOpen && (again > 0 || itemsOf(job) === 0) ? (
        <Button loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
          {again > 0 ? t("retryItems", { count: again }) : t("retry")}
        </Button>
      ) : null}
    </>
  );
}
