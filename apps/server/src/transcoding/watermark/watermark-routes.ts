import { operations, projectGrant } from "../../platform/http/operations.ts";
import { describeWatermark, deleteWatermark, saveWatermark, uploadWatermark } from "./watermark.ts";

export const watermarkRoutes = {
  getWatermark: operations.resolutions.getWatermark.handler(async ({ context }) => ({
    data: await describeWatermark(context, projectGrant(context).projectId),
  })),
  uploadWatermark: operations.resolutions.uploadWatermark.handler(async ({ context, input }) => {
    const data = await uploadWatermark(context, projectGrant(context), input.picture);
    return {
      data,
      message: data.enabled
        ? "New videos have this watermark."
        : "The watermark is uploaded. Place it, then switch it on.",
    };
  }),
  saveWatermark: operations.resolutions.saveWatermark.handler(async ({ context, input }) => {
    const { project_id: _, ...settings } = input;
    const data = await saveWatermark(context, projectGrant(context), settings);
    return {
      data,
      message: data.enabled ? "New videos have this watermark." : "New videos have no watermark.",
    };
  }),
  deleteWatermark: operations.resolutions.deleteWatermark.handler(async ({ context }) => {
    await deleteWatermark(context, projectGrant(context));
    return { message: "The watermark is removed." };
  }),
};
