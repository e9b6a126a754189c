import { operations, projectGrant } from "../../platform/http/operations.ts";
import { addMissingRungs, redoRendition } from "./rendition-redo.ts";
import { deleteRendition } from "./rendition-steering.ts";

export const renditionRoutes = {
  deleteRendition: operations.renditions.deleteRendition.handler(async ({ context, input }) => {
    await deleteRendition(context, projectGrant(context), input.video_id, input.id);
    return { message: "Rendition is deleted." };
  }),
  redoRendition: operations.renditions.redoRendition.handler(async ({ context, input }) => {
    await redoRendition(context, projectGrant(context), input.video_id, input.id);
    return { message: "The rendition is queued again." };
  }),
  addMissingRungs: operations.renditions.addMissingRungs.handler(async ({ context, input }) => {
    await addMissingRungs(context, projectGrant(context), input.video_id);
    return { message: "The missing renditions are queued." };
  }),
};
