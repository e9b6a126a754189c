import { operations, projectGrant } from "../platform/http/operations.ts";
import { listUnfinishedUploads, readUploadStatus } from "./service.ts";

export const uploadRoutes = {
  listUnfinishedUploads: operations.uploads.listUnfinishedUploads.handler(async ({ context }) => ({
    data: await listUnfinishedUploads(context, projectGrant(context)),
  })),
  getUpload: operations.uploads.getUpload.handler(async ({ context, input }) => ({
    data: await readUploadStatus(context, projectGrant(context), input.id),
  })),
};
