import { IMPORT_ITEM_STATES } from "@kinora/domain/imports/imports.ts";
import { StatStrip } from "@kinora/ui/kit/StatStrip.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Progress, Stack, Text } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { itemsOf } from "./job-columns.tsx";
import type { ImportJob } from "./job-queries.ts";

const ArchiveProgress = lazyPart(async () => (await import("./ArchiveProgress.tsx")).ArchiveProgress);

/** How far an import is, in words, as a bar and as figures. */
export function ImportProgress({ projectId, job }: { projectId: number; job: ImportJob }) {
  return job.archive && job.state === "receiving" ? (
    <Suspense fallback={null}>
      <ArchiveProgress projectId={projectId} job={job} archive={job.archive} />
    </Suspense>
  ) : (
    <ItemProgress job={job} />
  );
}

function ItemProgress({ job }: { job: ImportJob }) {
  const { t } = useTranslation("importJobs");
  const words = useWords(job);
  const total = itemsOf(job);
  const { waiting, running } = job.items;
  const isRunning = job.state === "running";
  return (
    <Stack gap="sm" mb="md" renderRoot={(props) => <section {...props} />}>
      <Text role="status">{words}</Text>
      {job.message !== null && job.state !== "failed" ? <Text className="muted">{job.message}</Text> : null}
      {isRunning && total > 0 ? (
        <Progress aria-label={words} value={(100 * (total - waiting - running)) / total} animated />
      ) : null}
      {total > 0 ? (
        <StatStrip
          label={t("figures")}
          wraps
          framed
          stats={IMPORT_ITEM_STATES.filter((state) => state === "done" || job.items[state] > 0).map((state) => ({
            label: t(`figure_${state}`),
            value: formatNumber(job.items[state]),
          }))}
        />
      ) : null}
    </Stack>
  );
}

function useWords(job: ImportJob): string {
  const { t } = useTranslation("importJobs");
  const { waiting, running } = job.items;
  const total = itemsOf(job);
  switch (job.state) {
    case "receiving":
    case "reading":
      return t("readingText");
    case "ready":
      return waiting === 0 ? t("readyNothing") : t("readyText", { count: waiting });
    case "running":
      return t("runningText", { ended: formatNumber(total - waiting - running), total: formatNumber(total) });
    case "complete":
      return t("completeText");
    case "cancelled":
      return t("cancelledText");
    case "failed":
      return t("failedText", { message: job.message ?? "" });
  }
}
