import { operations, projectGrant } from "../../platform/http/operations.ts";
import { exportVideos } from "./export.ts";
import { countVideos, deletionImpact, listUploaders } from "./library.ts";

export const libraryRoutes = {
  countVideos: operations.library.countVideos.handler(async ({ context }) => ({
    data: await countVideos(context, projectGrant(context)),
  })),
  listUploaders: operations.library.listUploaders.handler(async ({ context }) => ({
    data: await listUploaders(context, projectGrant(context)),
  })),
  exportVideos: operations.library.exportVideos.handler(({ context, input }) => {
    const { project_id: _project, ...selection } = input;
    return exportVideos(context, projectGrant(context), selection);
  }),
  getDeletionImpact: operations.library.getDeletionImpact.handler(async ({ context, input }) => ({
    data: await deletionImpact(context, projectGrant(context), input.ids),
  })),
};
