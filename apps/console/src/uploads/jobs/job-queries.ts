import { IMPORT_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { dataQuery, pageQuery } from "../../platform/queries.ts";
import { useAnnounced } from "../../platform/use-announced.ts";

export type ImportJob = Awaited<ReturnType<typeof api.importJobs.getImportJob>>["data"];
export type ImportItem = Awaited<ReturnType<typeof api.importJobs.listImportItems>>["data"][number];
type ItemsInput = Omit<Parameters<typeof api.importJobs.listImportItems>[0], "project_id" | "job_id">;

export const importJobsKey = (projectId: number) => ["imports", projectId];
export const importJobKey = (projectId: number, jobId: number) => [...importJobsKey(projectId), jobId];

export const importJobsQuery = (projectId: number, page: { page: number; per_page: number }) =>
  pageQuery([...importJobsKey(projectId), "list", page], api.importJobs.listImportJobs, {
    project_id: projectId,
    ...page,
  });

export const importJobQuery = (projectId: number, jobId: number) =>
  dataQuery(importJobKey(projectId, jobId), api.importJobs.getImportJob, { project_id: projectId, job_id: jobId });

export const importItemsQuery = (projectId: number, jobId: number, input: ItemsInput) =>
  pageQuery([...importJobKey(projectId, jobId), "items", input], api.importJobs.listImportItems, {
    project_id: projectId,
    job_id: jobId,
    ...input,
  });

/** Whether an import is at work. */
export const isMoving = ({ state, items }: ImportJob): boolean =>
  state === "receiving" || state === "reading" || state === "running" || items.running > 0;

/** Reads the imports of a project again when one of them changed. */
export function useImportChanges(projectId: number): void {
  const client = useQueryClient();
  useAnnounced(projectId, IMPORT_CHANGED_EVENT, (id) => {
    void client.invalidateQueries({ queryKey: importJobsKey(id) });
  });
}
