import { bulkRoutes } from "./bulk/routes.ts";
import { recordingRoutes } from "./live/recording-routes.ts";
import { restreamRoutes, streamRoutes } from "./live/routes.ts";
import { operations } from "./platform/operations.ts";
import { projectRoutes } from "./projects/routes.ts";
import { sessionRoutes } from "./session/routes.ts";
import { ladderRoutes } from "./transcoding/ladder-routes.ts";
import { renditionRoutes } from "./transcoding/renditions-routes.ts";
import { transcodingRoutes } from "./transcoding/routes.ts";
import { watermarkRoutes } from "./transcoding/watermark-routes.ts";
import { importRoutes } from "./uploads/import-routes.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { preferenceRoutes } from "./users/preferences.ts";
import { userRoutes } from "./users/routes.ts";
import { categoryRoutes } from "./videos/categories-routes.ts";
import { captionRoutes, videoDetailRoutes } from "./videos/details-routes.ts";
import { libraryRoutes } from "./videos/library-routes.ts";
import { posterRoutes } from "./videos/posters-routes.ts";
import { videoRoutes } from "./videos/routes.ts";
import { tagRoutes } from "./videos/tags-routes.ts";
import { trashRoutes } from "./videos/trash-routes.ts";

/** Every operation of the contract with its handler; a missing one does not compile. */
export const router = operations.router({
  session: sessionRoutes,
  projects: projectRoutes,
  users: userRoutes,
  videos: videoRoutes,
  videoDetails: videoDetailRoutes,
  captions: captionRoutes,
  posters: posterRoutes,
  renditions: renditionRoutes,
  trash: trashRoutes,
  library: libraryRoutes,
  preferences: preferenceRoutes,
  bulk: bulkRoutes,
  imports: importRoutes,
  categories: categoryRoutes,
  tags: tagRoutes,
  transcoding: transcodingRoutes,
  resolutions: { ...ladderRoutes, ...watermarkRoutes },
  uploads: uploadRoutes,
  streams: streamRoutes,
  recordings: recordingRoutes,
  restreams: restreamRoutes,
});
