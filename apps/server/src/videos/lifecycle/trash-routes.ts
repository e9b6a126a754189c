import { operations, projectGrant } from "../../platform/http/operations.ts";
import { listTrash, purgeTrashed, restoreVideo } from "./trash.ts";

export const trashRoutes = {
  listTrash: operations.trash.listTrash.handler(async ({ context }) => ({
    data: await listTrash(context, projectGrant(context)),
  })),
  restoreVideo: operations.trash.restoreVideo.handler(async ({ context, input }) => {
    await restoreVideo(context, projectGrant(context), input.video_id);
    return { message: "Video is restored." };
  }),
  purgeVideo: operations.trash.purgeVideo.handler(async ({ context, input }) => {
    await purgeTrashed(context, projectGrant(context), input.video_id);
    return { message: "Video is deleted permanently." };
  }),
};
