import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import type { StatusState } from "@kinora/ui/status-marks.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import type { ImportJob } from "./job-queries.ts";

const MARKS: Record<ImportJob["state"], StatusState> = {
  receiving: "receiving",
  reading: "processing",
  ready: "scheduled",
  running: "running",
  complete: "complete",
  cancelled: "cancelled",
  failed: "failed",
};

export function JobState({ state }: Pick<ImportJob, "state">) {
  const { t } = useTranslation("importJobs");
  return <StatusDot state={MARKS[state]}>{t(`state_${state}`)}</StatusDot>;
}

/** What an import is called: what its source calls itself, or where that is. */
export const jobName = ({ name, source }: Pick<ImportJob, "name" | "source">): string => name || source;

export const itemsOf = ({ items }: ImportJob): number => Object.values(items).reduce((sum, count) => sum + count, 0);

/** The columns of the list of imports. */
export function useJobColumns(): Column<ImportJob>[] {
  const { t } = useTranslation("importJobs");
  return [
    {
      id: "state",
      header: t("columnState"),
      min: 130,
      mobile: "meta",
      cell: ({ state }) => <JobState state={state} />,
    },
    {
      id: "name",
      header: t("columnName"),
      min: 200,
      grow: 3,
      mobile: "title",
      cell: (job) => (
        <span title={job.source}>
          {jobName(job)} <span className="muted">{t(`kind_${job.kind}`)}</span>
        </span>
      ),
    },
    ...useCountColumns(),
    {
      id: "user",
      header: t("columnUser"),
      min: 110,
      grow: 1,
      priority: 1,
      mobile: "hidden",
      optional: true,
      cell: ({ user }) => (user ? personName(user) : null),
    },
    {
      id: "created",
      header: t("columnCreated"),
      min: 120,
      priority: 3,
      mobile: "meta",
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ];
}

function useCountColumns(): Column<ImportJob>[] {
  const { t } = useTranslation("importJobs");
  const counted = (id: string, header: string, priority: number, count: (job: ImportJob) => number) => ({
    ...{ id, header, priority, min: 80, align: "end" as const, mobile: "hidden" as const },
    cell: (job: ImportJob) => formatNumber(count(job)),
  });
  return [
    counted("items", t("columnItems"), 5, itemsOf),
    counted("done", t("columnDone"), 4, ({ items }) => items.done),
    counted("failed", t("columnFailed"), 2, ({ items }) => items.failed),
  ];
}
