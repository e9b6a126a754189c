import { operations, projectGrant } from "../platform/http/operations.ts";
import { listVideos } from "./lists/list.ts";
import { deleteVideo, readVideo, setPublished, updateVideo } from "./service.ts";

export const videoRoutes = {
  listVideos: operations.videos.listVideos.handler(({ context, input }) => {
    const { id: _id, page, per_page, sort, sort_order: order, with: also, ...selection } = input;
    return listVideos(context, projectGrant(context), {
      selection,
      page,
      per_page,
      sort: sort ?? (order === "asc" && selection.type !== "recent" ? "created" : null),
      withUser: also?.includes("user") ?? false,
      withFacts: also?.includes("facts") ?? false,
    });
  }),
  getVideo: operations.videos.getVideo.handler(async ({ context, input }) => ({
    data: await readVideo(context, projectGrant(context), input.id),
  })),
  updateVideo: operations.videos.updateVideo.handler(async ({ context, input }) => ({
    message: "Video meta data is saved.",
    data: await updateVideo(context, projectGrant(context), input.id, input),
  })),
  publishVideo: operations.videos.publishVideo.handler(async ({ context, input }) => ({
    message: input.published ? "Published..." : "Unpublished...",
    data: await setPublished(context, projectGrant(context), input.id, input.published),
  })),
  deleteVideo: operations.videos.deleteVideo.handler(async ({ context, input }) => {
    const restorable = await deleteVideo(context, projectGrant(context), input.id);
    return { message: "Video is deleted.", restorable };
  }),
};
