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
] as const;

export type ServerRoom = (typeof serverRooms)[number];

/** The folders of apps/server/src that carry or compose the rooms. */
export const serverFoundations = ["platform", "processes", "supervisor", "cli", "testing"] as const;

/** One room's leave to call one file of another: the last resort after a join, an event and a rule in the domain. */
export interface Neighbour {
  from: ServerRoom;
  /** The file it may import, from apps/server/src. */
  to: `${ServerRoom}/${string}.ts`;
  why: string;
}

/** Every reviewed call from room to room. Must stay without circles. */
export const allowedNeighbours: readonly Neighbour[] = [
  { from: "login", to: "accounts/service.ts", why: "registering makes an account with its default roles" },
  { from: "login", to: "projects/queries.ts", why: "an operator's new account begins with a project" },
  { from: "uploads", to: "transcoding/queue.ts", why: "a source and its job appear in one transaction" },
  { from: "live", to: "videos/details/details.ts", why: "a stream's tags are the project's, added as a video's are" },
  { from: "live", to: "transcoding/picture-decoder.ts", why: "pictures of a stream are decoded in the same sandbox" },
  { from: "live", to: "transcoding/queue.ts", why: "a recording and its job appear in one transaction" },
  { from: "videos", to: "transcoding/service.ts", why: "cancel, retry and re-transcode are buttons of a video" },
  { from: "videos", to: "transcoding/picture-decoder.ts", why: "uploaded posters are decoded in the same sandbox" },
  { from: "playback", to: "playlists/smart-query.ts", why: "viewers get what the console shows of a smart playlist" },
  { from: "live", to: "playlists/smart-query.ts", why: "a loop plays what a smart playlist has" },
  { from: "players", to: "transcoding/picture-decoder.ts", why: "logos are decoded in the same sandbox" },
  { from: "restrictions", to: "transcoding/picture-decoder.ts", why: "pictures are decoded in the same sandbox" },
  { from: "users", to: "login/sessions.ts", why: "a person who is blocked is signed out at once" },
  { from: "analytics", to: "playback/delivered-kind.ts", why: "a cache's log is counted as the edge counts" },
  { from: "users", to: "login/invitations.ts", why: "an invitation's link is the login application's" },
];

/** Calls from a room's tests to another room's file: a rule of one room is proven where the other applies it. */
export const neighboursInTests: readonly Neighbour[] = [
  { from: "login", to: "accounts/security.ts", why: "what an account demands is proven where its people sign in" },
  { from: "projects", to: "uploads/create.ts", why: "a project's settings are what a new upload begins with" },
  { from: "transcoding", to: "videos/service.ts", why: "a replaced version is read as the library shows it" },
  { from: "transcoding", to: "uploads/tus/part-files.ts", why: "cancelling an upload frees its bytes" },
  { from: "playback", to: "restrictions/checks.ts", why: "the simulator and the edge are asked the same" },
  { from: "transcoding", to: "playback/playback-video.ts", why: "the old version plays until the new one is complete" },
];

/** The files of rooms the operator's command line may import, from apps/server/src. */
export const openToCommands: readonly `${ServerRoom}/${string}.ts`[] = [
  "accounts/service.ts",
  "analytics/counting/import-log.ts",
  "login/person.ts",
  "login/recover-person.ts",
  "projects/service.ts",
  "users/service.ts",
];
