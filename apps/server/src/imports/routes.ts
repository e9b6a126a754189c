import { operations, projectGrant } from "../platform/http/operations.ts";
import { putImportPart } from "./archive.ts";
import { exportImportItems, listImportItems } from "./items.ts";
import { listImportJobs, readImportJob } from "./rows.ts";
import { cancelImportJob, createImportJob, retryImportJob, startImportJob } from "./service.ts";

export const importJobRoutes = {
  listImportJobs: operations.importJobs.listImportJobs.handler(({ context, input }) =>
    listImportJobs(context, projectGrant(context), input),
  ),
  createImportJob: operations.importJobs.createImportJob.handler(async ({ context, input }) => {
    const { kind, source, options, keys, archive_bytes: archiveBytes } = input;
    const asked = {
      ...{ kind, source, options },
      ...(kind === "bucket" && keys ? { keys } : {}),
      ...(kind === "archive" && archiveBytes !== undefined ? { archiveBytes } : {}),
    };
    return {
      message: kind === "archive" ? "Send the parts of the archive." : "The source is being read.",
      data: await createImportJob(context, projectGrant(context), asked),
    };
  }),
  putImportPart: operations.importJobs.putImportPart.handler(async ({ context, input }) => {
    const { job_id: id, part, data } = input;
    return {
      message: "The part is stored.",
      data: await putImportPart(context, projectGrant(context), id, { part, data }),
    };
  }),
  getImportJob: operations.importJobs.getImportJob.handler(async ({ context, input }) => ({
    data: await readImportJob(context, projectGrant(context), input.job_id),
  })),
  startImportJob: operations.importJobs.startImportJob.handler(async ({ context, input }) => ({
    message: "The import has started.",
    data: await startImportJob(context, projectGrant(context), input.job_id),
  })),
  cancelImportJob: operations.importJobs.cancelImportJob.handler(async ({ context, input }) => ({
    message: "The import is cancelled.",
    data: await cancelImportJob(context, projectGrant(context), input.job_id),
  })),
  retryImportJob: operations.importJobs.retryImportJob.handler(async ({ context, input }) => ({
    message: "The import has started again.",
    data: await retryImportJob(context, projectGrant(context), input.job_id),
  })),
  listImportItems: operations.importJobs.listImportItems.handler(({ context, input }) => {
    const { job_id: jobId, page, per_page, state } = input;
    return listImportItems(context, projectGrant(context), jobId, { page, per_page, state });
  }),
  exportImportItems: operations.importJobs.exportImportItems.handler(({ context, input }) =>
    exportImportItems(context, projectGrant(context), input.job_id, { state: input.state }),
  ),
};
