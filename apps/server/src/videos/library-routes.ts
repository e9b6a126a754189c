import { operations, projectGround } from "../platform/operations.ts";
import { exportVideos } from "./export.ts";
import { countMatchingVideos, countVideos, deletionImpact, listUploaders } from "./library.ts";

export const libraryRoutes = {
  countMatching: operations.library.countMatching.handler(async ({ context, input }) => {
    const { project_id: _project, ...selection } = input;
    return { data: await countMatchingVideos(context, projectGround(context), selection) };
  }),
  countVideos: operations.library.countVideos.handler(async ({ context }) => ({
    data: await countVideos(context, projectGround(context)),
  })),
  listUploaders: operations.library.listUploaders.handler(async ({ context }) => ({
    data: await listUploaders(context, projectGround(context)),
  })),
  exportVideos: operations.library.exportVideos.handler(({ context, input }) => {
    const { project_id: _project, ...selection } = input;
    return exportVideos(context, projectGround(context), selection);
  }),
  getDeletionImpact: operations.library.getDeletionImpact.handler(async ({ context, input }) => ({
    data: await deletionImpact(context, projectGround(context), input.ids),
  })),
};
