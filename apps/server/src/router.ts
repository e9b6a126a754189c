import { operations } from "./platform/operations.ts";
import { projectRoutes } from "./projects/routes.ts";
import { sessionRoutes } from "./session/routes.ts";
import { transcodingRoutes } from "./transcoding/routes.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { videoRoutes } from "./videos/routes.ts";

/** Every operation of the contract with its handler; a missing one does not compile. */
export const router = operations.router({
  session: sessionRoutes,
  projects: projectRoutes,
  users: userRoutes,
  videos: videoRoutes,
  transcoding: transcodingRoutes,
  uploads: uploadRoutes,
});
