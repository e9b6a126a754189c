import { operations, projectGround } from "../platform/operations.ts";
import { deleteRendition } from "./rendition-steering.ts";

export const renditionRoutes = {
  deleteRendition: operations.renditions.deleteRendition.handler(async ({ context, input }) => {
    await deleteRendition(context, projectGround(context), input.video_id, input.id);
    return { message: "Rendition is deleted." };
  }),
};
