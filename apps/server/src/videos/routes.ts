import { operations, projectGround } from "../platform/operations.ts";
import { deleteVideo, listVideos, readVideo, setPublished, updateVideo } from "./service.ts";

export const videoRoutes = {
  listVideos: operations.videos.listVideos.handler(({ context, input }) =>
    listVideos(context, projectGround(context), {
      type: input.type,
      page: input.page,
      perPage: input.per_page,
      order: input.sort_order,
      search: input.search ?? null,
      published: input.published === undefined ? null : input.published === "true",
      withUser: input.with?.includes("user") ?? false,
    }),
  ),
  getVideo: operations.videos.getVideo.handler(async ({ context, input }) => ({
    data: await readVideo(context, projectGround(context), input.id),
  })),
  updateVideo: operations.videos.updateVideo.handler(async ({ context, input }) => ({
    message: "Video meta data is saved.",
    data: await updateVideo(context, projectGround(context), input.id, {
      title: input.title,
      description: input.description,
      categoryId: input.category_id,
    }),
  })),
  publishVideo: operations.videos.publishVideo.handler(async ({ context, input }) => ({
    message: input.published ? "Published..." : "Unpublished...",
    data: await setPublished(context, projectGround(context), input.id, input.published),
  })),
  deleteVideo: operations.videos.deleteVideo.handler(async ({ context, input }) => {
    await deleteVideo(context, projectGround(context), input.id);
    return { message: "Video is deleted." };
  }),
};
