import { operations } from "../../platform/http/operations.ts";
import { listDemoFormats, listDemoItems } from "./demo-items.ts";
import { readInstallationVideo } from "./details.ts";
import { seeEmbedPage } from "./embed-page.ts";
import { listInstallationVideos } from "./list.ts";
import { verifySource } from "./source-check.ts";
import { purgeVideo, reinstateVideo, takeDownVideo } from "./takedowns.ts";

/** What superusers do with the videos of all accounts. */
export const installationVideoRoutes = {
  listInstallationVideos: operations.advanced.listInstallationVideos.handler(({ context, input }) =>
    listInstallationVideos(context, input),
  ),
  getInstallationVideo: operations.advanced.getInstallationVideo.handler(async ({ context, input }) => ({
    data: await readInstallationVideo(context, input.video_id),
  })),
  seeEmbedPage: operations.advanced.seeEmbedPage.handler(async ({ context, input }) => {
    const { video_id: videoId, player = null, page = null } = input;
    return { data: await seeEmbedPage(context, videoId, { player, page }) };
  }),
  listDemoItems: operations.advanced.listDemoItems.handler(async ({ context, input }) => ({
    data: await listDemoItems(context, input.search || null),
  })),
  listDemoFormats: operations.advanced.listDemoFormats.handler(async ({ context }) => ({
    data: await listDemoFormats(context),
  })),
  // What is not valid does not get here.
  checkPlayerSettings: operations.advanced.checkPlayerSettings.handler(({ input }) => ({ data: input.settings })),
  takeDownVideo: operations.advanced.takeDownVideo.handler(async ({ context, input }) => {
    const { video_id: videoId, reason, message } = input;
    await takeDownVideo(context, videoId, { reason, message });
    return { message: "Video is taken down." };
  }),
  reinstateVideo: operations.advanced.reinstateVideo.handler(async ({ context, input }) => {
    await reinstateVideo(context, input.video_id, input.reason);
    return { message: "Video is reinstated." };
  }),
  verifyVideoSource: operations.advanced.verifyVideoSource.handler(async ({ context, input }) => {
    await verifySource(context, input.video_id);
    return { message: "The original is being checked." };
  }),
  purgeInstallationVideo: operations.advanced.purgeInstallationVideo.handler(async ({ context, input }) => {
    const { video_id: videoId, title, reason } = input;
    await purgeVideo(context, videoId, { title, reason });
    return { message: "Video is deleted for good." };
  }),
};
