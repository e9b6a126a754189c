import { operations, projectGround } from "../platform/operations.ts";
import { countVideos, deletionImpact, listUploaders } from "./library.ts";

export const libraryRoutes = {
  countVideos: operations.library.countVideos.handler(async ({ context }) => ({
    data: await countVideos(context, projectGround(context)),
  })),
  listUploaders: operations.library.listUploaders.handler(async ({ context }) => ({
    data: await listUploaders(context, projectGround(context)),
  })),
  getDeletionImpact: operations.library.getDeletionImpact.handler(async ({ context, input }) => ({
    data: await deletionImpact(context, projectGround(context), input.ids),
  })),
};
