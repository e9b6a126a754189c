import { operations, projectGround } from "../platform/operations.ts";
import { describeWatermark, deleteWatermark, saveWatermark, uploadWatermark } from "./watermark.ts";

export const watermarkRoutes = {
  getWatermark: operations.resolutions.getWatermark.handler(async ({ context }) => ({
    data: await describeWatermark(context, projectGround(context).projectId),
  })),
  uploadWatermark: operations.resolutions.uploadWatermark.handler(async ({ context, input }) => {
    const data = await uploadWatermark(context, projectGround(context), input.picture);
    return {
      data,
      message: data.enabled
        ? "New videos carry this watermark."
        : "The watermark is uploaded. Switch it on when it lies right.",
    };
  }),
  saveWatermark: operations.resolutions.saveWatermark.handler(async ({ context, input }) => {
    const { project_id: _, ...settings } = input;
    const data = await saveWatermark(context, projectGround(context), settings);
    return {
      data,
      message: data.enabled ? "New videos carry this watermark." : "New videos are made without a watermark.",
    };
  }),
  deleteWatermark: operations.resolutions.deleteWatermark.handler(async ({ context }) => {
    await deleteWatermark(context, projectGround(context));
    return { message: "The watermark is removed." };
  }),
};
