import { operations, projectGrant } from "../../platform/http/operations.ts";
import { cancelBulkJob, listBulkJobs, readBulkJob, startBulkJob } from "./service.ts";

const STARTED = "The bulk action has started.";

export const bulkRoutes = {
  bulkPublish: operations.bulk.bulkPublish.handler(async ({ context, input }) => ({
    message: STARTED,
    data: await startBulkJob(context, projectGrant(context), {
      action: input.published ? "publish" : "unpublish",
      options: {},
      ids: input.ids,
      filter: input.filter,
    }),
  })),
  bulkEdit: operations.bulk.bulkEdit.handler(async ({ context, input }) => ({
    message: STARTED,
    data: await startBulkJob(context, projectGrant(context), {
      action: input.action,
      options: {
        ...(input.action === "set_category" ? { category_id: input.category_id ?? null } : {}),
        ...(input.tag_ids ? { tag_ids: input.tag_ids } : {}),
      },
      ids: input.ids,
      filter: input.filter,
    }),
  })),
  bulkDelete: operations.bulk.bulkDelete.handler(async ({ context, input }) => ({
    message: STARTED,
    data: await startBulkJob(context, projectGrant(context), {
      action: input.action,
      options: {},
      ids: input.ids,
      filter: input.filter,
    }),
  })),
  listBulkJobs: operations.bulk.listBulkJobs.handler(async ({ context }) => ({
    data: await listBulkJobs(context, projectGrant(context)),
  })),
  getBulkJob: operations.bulk.getBulkJob.handler(async ({ context, input }) => ({
    data: await readBulkJob(context.db, projectGrant(context), input.job_id),
  })),
  cancelBulkJob: operations.bulk.cancelBulkJob.handler(async ({ context, input }) => ({
    message: "The bulk action is cancelled.",
    data: await cancelBulkJob(context, projectGrant(context), input.job_id),
  })),
};
