import { Modal } from "@kinora/ui/floats.ts";
import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { formatAgo } from "@kinora/ui/moments.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { jobsQuery, type QueuedTranscode, type TranscodeJob } from "./queue-queries.ts";

const OUTPUT_LINES = 8;

/** The commands and the output of the media tools that a transcode runs now. */
export function JobsDialog({ transcode, onClose }: { transcode: QueuedTranscode; onClose: () => void }) {
  const { t } = useTranslation("transcoding");
  const jobs = useQuery(jobsQuery(transcode.id));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("jobsTitle", { name: transcode.video.title })}
      closeButtonProps={{ "aria-label": t("close") }}
      size={760}
    >
      <Stack gap="md">
        {jobs.isError && !jobs.data ? <ListProblem list={jobs} /> : null}
        {jobs.isPending ? <SkeletonRows rows={3} thumb={false} label={t("jobs")} /> : null}
        {jobs.data?.length === 0 ? <p className="muted">{t("noJobs")}</p> : null}
        {jobs.data?.map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </Stack>
    </Modal>
  );
}

function Job({ job: { task, worker, since, stuck, tools } }: { job: TranscodeJob }) {
  const { t } = useTranslation("transcoding");
  return (
    <Stack gap="xs" renderRoot={(props) => <article {...props} />}>
      <StatusDot state={stuck ? "warning" : "running"} detail={stuck ? t("stuckText") : formatAgo(since)}>
        {t("jobOn", { task, worker })}
      </StatusDot>
      {tools.length === 0 ? <p className="note">{t("noTools")}</p> : null}
      {tools.map(({ binary, command, since: begun, log }) => (
        <Stack key={`${binary} ${begun}`} gap="xs">
          <CodeField
            label={t("command", { binary, since: formatAgo(begun) })}
            code={command}
            lines={4}
            copyLabel={t("copyCommand")}
            onCopy={() => copyText(t("commandCopied"), command)}
          />
          {log.length === 0 ? null : (
            <CodeField
              label={t("output")}
              code={log.join("\n")}
              lines={Math.min(OUTPUT_LINES, log.length + 1)}
              copyLabel={t("copyOutput")}
              onCopy={() => copyText(t("outputCopied"), log.join("\n"))}
            />
          )}
        </Stack>
      ))}
    </Stack>
  );
}
