import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconRss } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { usePollInterval } from "../../platform/use-live-videos.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { ImportItems } from "./ImportItems.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { jobName, JobState } from "./job-columns.tsx";
import { importJobQuery, isMoving, useImportChanges } from "./job-queries.ts";
import { JobActions } from "./JobActions.tsx";

/** One import: what it will do, how far it is, or what it did, with its items. */
export default function ImportJobPage(): ReactNode {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const jobId = Number(useParams({ from: "/app/upload/imports/$importId" }).importId);
  if (projectId === null) return null;
  if (!Number.isSafeInteger(jobId) || jobId < 1) return <Missing />;
  return <ImportJobView key={jobId} projectId={projectId} jobId={jobId} />;
}

function ImportJobView({ projectId, jobId }: { projectId: number; jobId: number }) {
  const { t } = useTranslation("importJobs");
  useImportChanges(projectId);
  const query = importJobQuery(projectId, jobId);
  const known = useQuery(query).data;
  const job = useQuery({ ...query, refetchInterval: usePollInterval(known !== undefined && isMoving(known)) });
  if (job.data)
    return (
      <>
        <PageHeader
          title={jobName(job.data)}
          count={<JobState state={job.data.state} />}
          actions={<JobActions projectId={projectId} job={job.data} />}
        />
        <ImportProgress projectId={projectId} job={job.data} />
        <ImportItems projectId={projectId} job={job.data} />
      </>
    );
  if (!job.isError) return <SkeletonRows label={t("loading")} />;
  if (problemOf(job.error).status === 404) return <Missing />;
  return <QueryProblem query={job} />;
}

function Missing() {
  const { t } = useTranslation("importJobs");
  return (
    <EmptyState
      isPage
      icon={<IconRss size={22} stroke={1.6} />}
      title={t("missing")}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/upload/imports" {...props} />}>
          {t("back")}
        </Button>
      }
    >
      {t("missingText")}
    </EmptyState>
  );
}
