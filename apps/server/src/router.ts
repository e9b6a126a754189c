import { operations } from "./platform/operations.ts";
import { projectRoutes } from "./projects/routes.ts";
import { sessionRoutes } from "./session/routes.ts";
import { ladderRoutes } from "./transcoding/ladder-routes.ts";
import { transcodingRoutes } from "./transcoding/routes.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { categoryRoutes } from "./videos/categories-routes.ts";
import { videoRoutes } from "./videos/routes.ts";
import { tagRoutes } from "./videos/tags-routes.ts";
import { trashRoutes } from "./videos/trash-routes.ts";

/** Every operation of the contract with its handler; a missing one does not compile. */
export const router = operations.router({
  session: sessionRoutes,
  projects: projectRoutes,
  users: userRoutes,
  videos: videoRoutes,
  trash: trashRoutes,
  categories: categoryRoutes,
  tags: tagRoutes,
  transcoding: transcodingRoutes,
  resolutions: ladderRoutes,
  uploads: uploadRoutes,
});
