import { sessionTexts } from "./session/texts.ts";
import { layoutTexts } from "./shell/texts.ts";

/** The texts of every page's frame and of the public pages: they come with the first script. */
export const texts = {
  layout: layoutTexts,
  session: sessionTexts,
} as const;

/** The texts of the rooms, by the names their components ask for; a page says which of them it needs (routes.tsx). */
export const roomTexts = {
  dashboard: async () => (await import("./dashboard/texts.ts")).dashboardTexts,
  videos: async () => (await import("./videos/texts.ts")).videosTexts,
  library: async () => (await import("./videos/library/library-texts.ts")).libraryTexts,
  video: async () => (await import("./videos/video/detail-texts.ts")).videoTexts,
  captionsEditor: async () => (await import("./videos/captions/editor/editor-texts.ts")).captionsEditorTexts,
  uploads: async () => (await import("./uploads/texts.ts")).uploadsTexts,
  imports: async () => (await import("./uploads/import-texts.ts")).importTexts,
  importJobs: async () => (await import("./uploads/jobs/job-texts.ts")).importJobTexts,
  projects: async () => (await import("./projects/texts.ts")).projectsTexts,
  asCode: async () => (await import("./as-code/texts.ts")).asCodeTexts,
  textFiles: async () => (await import("./shell/text-files/texts.ts")).textFilesTexts,
  live: async () => (await import("./live/texts.ts")).liveTexts,
  stream: async () => (await import("./live/stream-texts.ts")).streamTexts,
  loop: async () => (await import("./live/loop/loop-texts.ts")).loopTexts,
  recordings: async () => (await import("./live/recordings/recording-texts.ts")).recordingTexts,
  studio: async () => (await import("./live/studio/studio-texts.ts")).studioTexts,
  guests: async () => (await import("./live/guests/guest-texts.ts")).guestTexts,
  streamLog: async () => (await import("./live/logs/log-texts.ts")).streamLogTexts,
  restrictions: async () => (await import("./restrictions/texts.ts")).restrictionsTexts,
  sessionBars: async () => (await import("./shell/frame/session-bars-texts.ts")).sessionBarsTexts,
  identity: async () => (await import("./shell/dialogs/identity-texts.ts")).identityTexts,
  projectList: async () => (await import("./projects/list/list-texts.ts")).projectListTexts,
  keysLeft: async () => (await import("./users/leaving/leaving-texts.ts")).keysLeftTexts,
  moves: async () => (await import("./projects/moves/move-texts.ts")).movesTexts,
  addToPlaylist: async () => (await import("./playlists/add/add-texts.ts")).addToPlaylistTexts,
  embedPages: async () => (await import("./restrictions/embeds/embed-pages-texts.ts")).embedPagesTexts,
  restriction: async () => (await import("./restrictions/applied/restriction-texts.ts")).restrictionTexts,
  apiKeys: async () => (await import("./api-keys/texts.ts")).apiKeysTexts,
  webhooks: async () => (await import("./webhooks/texts.ts")).webhooksTexts,
  analyticsProviders: async () => (await import("./analytics/texts.ts")).analyticsProvidersTexts,
  advanced: async () => (await import("./advanced/texts.ts")).advancedTexts,
  installationVideos: async () => (await import("./advanced/videos/videos-texts.ts")).installationVideosTexts,
  system: async () => (await import("./advanced/manage/system/system-texts.ts")).systemTexts,
  logs: async () => (await import("./advanced/logs/logs-texts.ts")).logsTexts,
  manage: async () => (await import("./advanced/manage/manage-texts.ts")).manageTexts,
  transcoding: async () => (await import("./advanced/transcoding/transcoding-texts.ts")).transcodingTexts,
  billing: async () => (await import("./billing/texts.ts")).billingTexts,
  accounts: async () => (await import("./accounts/texts.ts")).accountsTexts,
  accountExport: async () => (await import("./accounts/export/export-texts.ts")).accountExportTexts,
  transfers: async () => (await import("./accounts/transfers/transfer-texts.ts")).transferTexts,
  signIn: async () => (await import("./accounts/sign-in/sign-in-texts.ts")).signInTexts,
  reports: async () => (await import("./analytics/reports/reports-texts.ts")).reportsTexts,
  ads: async () => (await import("./ads/texts.ts")).adsTexts,
  playlists: async () => (await import("./playlists/texts.ts")).playlistsTexts,
  managePlaylist: async () => (await import("./playlists/manage-texts.ts")).managePlaylistTexts,
  audit: async () => (await import("./users/audit/audit-texts.ts")).auditTexts,
  roles: async () => (await import("./users/roles/role-texts.ts")).roleTexts,
  users: async () => (await import("./users/texts.ts")).usersTexts,
  palette: async () => (await import("./shell/keys/palette-texts.ts")).paletteTexts,
  keySheet: async () => (await import("./shell/keys/key-sheet-texts.ts")).keySheetTexts,
  players: async () => (await import("./players/texts.ts")).playersTexts,
  permissions: async () => (await import("./advanced/permissions/permissions-texts.ts")).permissionsTexts,
  playerDemo: async () => (await import("./advanced/player-demo/demo-texts.ts")).playerDemoTexts,
} as const;

export type RoomTexts = keyof typeof roomTexts;

/** Every text of the console by room; the keys are checked by the compiler. */
export type Texts = typeof texts & { [Room in RoomTexts]: Awaited<ReturnType<(typeof roomTexts)[Room]>> };

declare module "./platform/i18n.ts" {
  interface KnownTexts extends Texts {}
}
