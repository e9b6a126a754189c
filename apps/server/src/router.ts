import { accountRoutes } from "./accounts/area/routes.ts";
import { installationAccountRoutes } from "./accounts/installation/routes.ts";
import { ownerRoutes } from "./accounts/routes.ts";
import { adRoutes } from "./ads/routes.ts";
import { reportRoutes } from "./analytics/reports/routes.ts";
import { analyticsRoutes } from "./analytics/routes.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { asCodeRoutes } from "./as-code/routes.ts";
import { audioTrackRoutes } from "./audio-tracks/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { billingRoutes } from "./billing/routes.ts";
import { exportRoutes } from "./exports/routes.ts";
import { importJobRoutes } from "./imports/routes.ts";
import { guestLinkRoutes } from "./live/guest-routes.ts";
import { liveHostRoutes } from "./live/host/host-routes.ts";
import { recordingRoutes } from "./live/recording-routes.ts";
import { restreamRoutes, streamRoutes } from "./live/routes.ts";
import { ownProviderRoutes } from "./login/own-provider/routes.ts";
import { backupRoutes } from "./operations/backups/routes.ts";
import { choreRoutes } from "./operations/chores/routes.ts";
import { installationRoutes } from "./operations/installation/routes.ts";
import { logRoutes } from "./operations/logs/routes.ts";
import { storageRoutes } from "./operations/storage/routes.ts";
import { systemRoutes } from "./operations/system/routes.ts";
import { operations } from "./platform/http/operations.ts";
import { playerRoutes } from "./players/routes.ts";
import { playlistRoutes } from "./playlists/routes.ts";
import { installationProjectRoutes } from "./projects/installation/routes.ts";
import { projectRoutes } from "./projects/routes.ts";
import { transferRoutes } from "./projects/transfers/routes.ts";
import { restrictionRoutes } from "./restrictions/routes.ts";
import { sessionRoutes } from "./session/routes.ts";
import { automaticCaptionsRoutes } from "./speech/routes.ts";
import { installationTranscodingRoutes } from "./transcoding/installation/routes.ts";
import { workerRoutes } from "./transcoding/installation/worker-routes.ts";
import { ladderRoutes } from "./transcoding/ladder/ladder-routes.ts";
import { renditionRoutes } from "./transcoding/renditions/renditions-routes.ts";
import { watermarkRoutes } from "./transcoding/watermark/watermark-routes.ts";
import { importRoutes } from "./uploads/import/import-routes.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { uploadTokenRoutes } from "./uploads/tokens/token-routes.ts";
import { accountMemberRoutes } from "./users/account-removal.ts";
import { installationPeopleRoutes } from "./users/installation/routes.ts";
import { preferenceRoutes } from "./users/preferences.ts";
import { roleRoutes } from "./users/role-routes.ts";
import { userRoutes } from "./users/routes.ts";
import { bulkRoutes } from "./videos/bulk/routes.ts";
import { captionRoutes, videoDetailRoutes } from "./videos/details/details-routes.ts";
import { installationVideoRoutes } from "./videos/installation/routes.ts";
import { categoryRoutes } from "./videos/labels/categories-routes.ts";
import { tagRoutes } from "./videos/labels/tags-routes.ts";
import { trashRoutes } from "./videos/lifecycle/trash-routes.ts";
import { libraryRoutes } from "./videos/lists/library-routes.ts";
import { posterRoutes } from "./videos/posters/posters-routes.ts";
import { videoRoutes } from "./videos/routes.ts";
import { transcodingRoutes } from "./videos/transcode-routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** The handler of every operation of the contract; a missing one is a compile error. */
export const router = operations.router({
  session: sessionRoutes,
  projects: { ...projectRoutes, ...transferRoutes },
  asCode: asCodeRoutes,
  users: userRoutes,
  roles: roleRoutes,
  accounts: { ...accountRoutes, ...accountMemberRoutes, ...exportRoutes },
  owners: ownerRoutes,
  ownProvider: ownProviderRoutes,
  videos: videoRoutes,
  videoDetails: videoDetailRoutes,
  captions: captionRoutes,
  audioTracks: audioTrackRoutes,
  automaticCaptions: automaticCaptionsRoutes,
  posters: posterRoutes,
  renditions: renditionRoutes,
  trash: trashRoutes,
  library: libraryRoutes,
  preferences: preferenceRoutes,
  bulk: bulkRoutes,
  imports: importRoutes,
  importJobs: importJobRoutes,
  categories: categoryRoutes,
  tags: tagRoutes,
  transcoding: transcodingRoutes,
  resolutions: { ...ladderRoutes, ...watermarkRoutes },
  uploads: uploadRoutes,
  uploadTokens: uploadTokenRoutes,
  streams: streamRoutes,
  recordings: recordingRoutes,
  guestLinks: guestLinkRoutes,
  restreams: restreamRoutes,
  players: playerRoutes,
  restrictions: restrictionRoutes,
  advanced: {
    ...installationAccountRoutes,
    ...installationPeopleRoutes,
    ...backupRoutes,
    ...choreRoutes,
    ...liveHostRoutes,
    ...installationRoutes,
    ...logRoutes,
    ...storageRoutes,
    ...systemRoutes,
    ...installationProjectRoutes,
    ...installationTranscodingRoutes,
    ...workerRoutes,
    ...installationVideoRoutes,
  },
  ads: adRoutes,
  analytics: { ...analyticsRoutes, ...reportRoutes },
  audit: auditRoutes,
  billing: billingRoutes,
  apiKeys: apiKeyRoutes,
  webhooks: webhookRoutes,
  playlists: playlistRoutes,
});
