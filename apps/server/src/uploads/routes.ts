import { operations, projectGround } from "../platform/operations.ts";
import { listUnfinishedUploads, readUploadStatus } from "./service.ts";

export const uploadRoutes = {
  listUnfinishedUploads: operations.uploads.listUnfinishedUploads.handler(async ({ context }) => ({
    data: await listUnfinishedUploads(context, projectGround(context)),
  })),
  getUpload: operations.uploads.getUpload.handler(async ({ context, input }) => ({
    data: await readUploadStatus(context, projectGround(context), input.id),
  })),
};
