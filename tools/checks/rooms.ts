/** The rooms of the server, in the order of the product's story. A folder of apps/server/src that is none of these is no room. */
export const serverRooms = [
  "session",
  "accounts",
  "projects",
  "users",
  "audit",
  "uploads",
  "videos",
  "transcoding",
  "audio-tracks",
  "speech",
  "playback",
  "login",
  "operations",
  "restrictions",
  "analytics",
  "live",
  "players",
  "playlists",
  "ads",
  "webhooks",
  "api-keys",
  "billing",
  "as-code",
  "exports",
  "imports",
] as const;

export type ServerRoom = (typeof serverRooms)[number];

/** The folders of apps/server/src that carry or compose the rooms. */
export const serverFoundations = ["platform", "processes", "supervisor", "tls", "cli", "testing"] as const;

/** One room's leave to call one file of another: the last resort after a join, an event and a rule in the domain. */
export interface Neighbour {
  from: ServerRoom;
  /** The file it may import, from apps/server/src. */
  to: `${ServerRoom}/${string}.ts`;
  why: string;
}

/** What a project's file is put together from, each in the room that owns what it describes. */
const sectionsOfAFile = [
  "ads/portable.ts",
  "analytics/providers/portable.ts",
  "players/portable.ts",
  "playlists/portable.ts",
  "projects/portable.ts",
  "restrictions/portable.ts",
  "transcoding/ladder/portable.ts",
  "users/portable.ts",
  "videos/labels/portable-categories.ts",
  "videos/labels/portable-tags.ts",
  "webhooks/portable.ts",
] as const;

/** What makes a file that is fetched a video. */
const importsOfUrls = [
  "uploads/create.ts",
  "uploads/import/archive-file.ts",
  "uploads/import/bucket-file.ts",
  "uploads/import/fetch-import.ts",
  "uploads/import/fetch-url.ts",
  "uploads/import/import-labels.ts",
  "uploads/import/import-name.ts",
  "uploads/import/imports.ts",
  "uploads/import/local-file.ts",
  "uploads/import/source-file.ts",
  "uploads/project-storage.ts",
  "uploads/upload-limits.ts",
] as const;

/** Every reviewed call from room to room. Must stay without circles. */
export const allowedNeighbours: readonly Neighbour[] = [
  { from: "login", to: "accounts/service.ts", why: "registering makes an account with its default roles" },
  { from: "login", to: "projects/queries.ts", why: "an operator's new account begins with a project" },
  { from: "uploads", to: "transcoding/queue.ts", why: "a source and its job appear in one transaction" },
  { from: "uploads", to: "audio-tracks/queue.ts", why: "the file of a track and its job appear in one transaction" },
  {
    from: "audio-tracks",
    to: "transcoding/renditions/rendition-steering.ts",
    why: "a deleted track of the source is a rendition that is deleted",
  },
  { from: "audio-tracks", to: "videos/video-changes.ts", why: "a video is locked while its tracks change" },
  { from: "uploads", to: "videos/labels/categories.ts", why: "an import creates the categories its rows name" },
  { from: "uploads", to: "videos/labels/tags.ts", why: "an import creates the tags its rows name" },
  { from: "live", to: "videos/details/details.ts", why: "a stream's tags are the project's, added as a video's are" },
  { from: "live", to: "transcoding/picture-decoder.ts", why: "pictures of a stream are decoded in the same sandbox" },
  { from: "live", to: "transcoding/queue.ts", why: "a recording and its job appear in one transaction" },
  { from: "videos", to: "transcoding/service.ts", why: "cancel, retry and re-transcode are buttons of a video" },
  { from: "videos", to: "transcoding/picture-decoder.ts", why: "uploaded posters are decoded in the same sandbox" },
  { from: "playback", to: "playlists/smart-query.ts", why: "viewers get what the console shows of a smart playlist" },
  { from: "playback", to: "uploads/tus/unfinished.ts", why: "an upload plays while its bytes arrive" },
  { from: "live", to: "playlists/smart-query.ts", why: "a loop plays what a smart playlist has" },
  { from: "players", to: "transcoding/picture-decoder.ts", why: "logos are decoded in the same sandbox" },
  { from: "restrictions", to: "transcoding/picture-decoder.ts", why: "pictures are decoded in the same sandbox" },
  {
    from: "speech",
    to: "videos/captions/automatic.ts",
    why: "captions and the end of their job appear in one transaction",
  },
  {
    from: "speech",
    to: "videos/video-changes.ts",
    why: "a video is locked while its captions are requested and stored",
  },
  { from: "users", to: "login/sessions.ts", why: "a person who is blocked is signed out at once" },
  { from: "analytics", to: "playback/delivered-kind.ts", why: "a cache's log is counted as the edge counts" },
  {
    from: "analytics",
    to: "playback/requesting-page.ts",
    why: "the log of a cache names pages and players as the edge's own requests do",
  },
  ...sectionsOfAFile.map((to) => ({ from: "as-code" as const, to, why: "a file is applied by the rooms it is about" })),
  {
    from: "exports",
    to: "as-code/service.ts",
    why: "an export has the settings of each project as they can be imported",
  },
  { from: "exports", to: "billing/invoices/invoice-bytes.ts", why: "an export has every invoice as its owner gets it" },
  {
    from: "exports",
    to: "videos/captions/captions-files.ts",
    why: "an export has caption files, whose keys are theirs",
  },
  { from: "users", to: "api-keys/makers.ts", why: "the keys of a person who leaves are settled in one transaction" },
  { from: "accounts", to: "api-keys/makers.ts", why: "the keys of a former owner are settled in one transaction" },
  {
    from: "accounts",
    to: "projects/project-list.ts",
    why: "owners list the projects of their account as superusers do",
  },
  { from: "users", to: "login/sign-in-links.ts", why: "a lost link to a sign-in is the login application's" },
  { from: "users", to: "login/invitations.ts", why: "an invitation's link is the login application's" },
  ...importsOfUrls.map((to) => ({ from: "imports" as const, to, why: "an item is imported as an address is" })),
  { from: "imports", to: "videos/captions/captions.ts", why: "an item has captions, added as people add them" },
  { from: "imports", to: "videos/captions/chapters.ts", why: "an item has chapters, saved as people save them" },
  {
    from: "imports",
    to: "videos/posters/posters-by-hand.ts",
    why: "an item has a picture, made a poster as uploads are",
  },
  { from: "imports", to: "playlists/items.ts", why: "an item is added to the playlists that its source names" },
  { from: "imports", to: "playlists/service.ts", why: "playlists that a source names are created" },
];

/** Calls from a room's tests to another room's file: a rule of one room is proven where the other applies it. */
export const neighboursInTests: readonly Neighbour[] = [
  {
    from: "accounts",
    to: "billing/usage/count-usage.ts",
    why: "an account's figures are what its bills are made from",
  },
  { from: "audio-tracks", to: "playback/playlists.ts", why: "a track is what the master playlist lists" },
  { from: "audio-tracks", to: "playback/renditions.ts", why: "a track is what the master playlist lists" },
  { from: "audio-tracks", to: "transcoding/service.ts", why: "what people say of a track outlives a re-transcode" },
  { from: "imports", to: "billing/usage/storage-hours.ts", why: "an archive is storage of its project by the hour" },
  { from: "imports", to: "projects/installation/counters.ts", why: "an archive is in what a recount finds" },
  { from: "login", to: "accounts/security.ts", why: "what an account demands is proven where its people sign in" },
  { from: "session", to: "login/person.ts", why: "acting is proven in a browser that signed in" },
  { from: "projects", to: "playback/playback-video.ts", why: "what a suspended project has does not play" },
  { from: "projects", to: "login/invitations.ts", why: "invitations are accepted while their project moves" },
  { from: "live", to: "accounts/installation/standing.ts", why: "a suspended account goes off air" },
  { from: "projects", to: "billing/usage/count-usage.ts", why: "usage stays with whom it was made by" },
  { from: "projects", to: "uploads/create.ts", why: "a project's settings are what a new upload begins with" },
  { from: "transcoding", to: "videos/service.ts", why: "a replaced version is read as the library shows it" },
  { from: "transcoding", to: "uploads/tus/part-files.ts", why: "cancelling an upload frees its bytes" },
  {
    from: "transcoding",
    to: "playback/playlists.ts",
    why: "captions found by the encode are what a playlist declares",
  },
  {
    from: "transcoding",
    to: "playback/renditions.ts",
    why: "captions found by the encode are what a playlist declares",
  },
  {
    from: "transcoding",
    to: "videos/details/details.ts",
    why: "captions found by the encode are named in the console",
  },
  {
    from: "transcoding",
    to: "videos/details/renditions.ts",
    why: "the download of a sound is offered in the console",
  },
  { from: "transcoding", to: "videos/details/source-facts.ts", why: "a sound is shown as what it was" },
  { from: "videos", to: "transcoding/queue.ts", why: "texts within a source are taken when its job is done" },
  { from: "speech", to: "billing/usage/count-usage.ts", why: "transcribed minutes are in the ledger of usage" },
  { from: "speech", to: "playback/playback-video.ts", why: "captions that are not published are not played" },
  { from: "speech", to: "videos/captions/captions-files.ts", why: "captions are read as they are stored" },
  { from: "speech", to: "videos/captions/captions.ts", why: "captions that a person changed are their own" },
  { from: "users", to: "accounts/owners.ts", why: "keys end with the ownership of their maker" },
  { from: "users", to: "api-keys/service.ts", why: "a key is created while its maker is removed" },
  { from: "users", to: "session/channels.ts", why: "a key may join what its maker may" },
  { from: "users", to: "session/key-caller.ts", why: "a key may do what its maker may" },
  { from: "playback", to: "restrictions/checks.ts", why: "the simulator and the edge are asked the same" },
  { from: "transcoding", to: "playback/playback-video.ts", why: "the old version plays until the new one is complete" },
  {
    from: "playback",
    to: "analytics/counting/viewers-now.ts",
    why: "the report on livestreams is compared to the truth",
  },
  {
    from: "playback",
    to: "live/sessions/session-records.ts",
    why: "the report on livestreams is compared to the truth",
  },
  { from: "playback", to: "live/streams/keys.ts", why: "the report on livestreams is compared to the truth" },
  { from: "exports", to: "billing/invoices/issue.ts", why: "an issued invoice is in an export" },
  { from: "exports", to: "billing/invoices/settings.ts", why: "an issued invoice is in an export" },
  { from: "billing", to: "accounts/installation/accounts.ts", why: "a requested plan stands in the list of accounts" },
];

/** The files of rooms the operator's command line may import, from apps/server/src. */
export const openToCommands: readonly `${ServerRoom}/${string}.ts`[] = [
  "accounts/cells.ts",
  "accounts/service.ts",
  "as-code/service.ts",
  "analytics/counting/import-log.ts",
  "billing/invoices/payments.ts",
  "imports/local-import.ts",
  "live/host/placement.ts",
  "login/person.ts",
  "login/recover-person.ts",
  "operations/installation/maintenance.ts",
  "projects/service.ts",
  "users/installation/by-operator.ts",
  "users/service.ts",
];

/** The files of the server the demo may import, from apps/server/src. */
export const openToDemo = [
  "analytics/counting/add-deliveries.ts",
  "analytics/counting/write-views.ts",
  "cli/api-key-create.ts",
  "cli/command-line.ts",
  "cli/command.ts",
  "cli/commands.ts",
  "login/person.ts",
  "platform/config.ts",
  "platform/http/internal-address.ts",
] as const;
