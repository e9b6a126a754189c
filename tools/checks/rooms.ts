/** The rooms of the server, in the order of the product's story. A folder of apps/server/src that is none of these is no room. */
export const serverRooms = [
  "session",
  "accounts",
  "projects",
  "users",
  "uploads",
  "videos",
  "bulk",
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
  "apiKeys",
  "billing",
] as const;

export type ServerRoom = (typeof serverRooms)[number];

/** The folders of apps/server/src that carry or compose the rooms. */
export const serverFoundations = ["platform", "roles", "supervisor", "cli", "testing"] as const;

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
  { from: "live", to: "videos/details.ts", why: "a stream's tags are the project's, added as a video's are" },
  {
    from: "live",
    to: "videos/picture-decoder.ts",
    why: "strangers' pictures are decoded in one way, for whatever they are",
  },
  { from: "live", to: "transcoding/queue.ts", why: "a recording and its job appear in one transaction" },
  { from: "transcoding", to: "videos/service.ts", why: "steering a transcode answers with the video as lists show it" },
  { from: "transcoding", to: "videos/picture-decoder.ts", why: "a watermark is a stranger's picture too" },
  { from: "bulk", to: "videos/labels.ts", why: "a bulk action does what one video's own button does" },
  { from: "bulk", to: "videos/count-matching.ts", why: "what a bulk action is about is counted as its list is" },
  { from: "bulk", to: "videos/selection.ts", why: "a bulk action is about what the library's filter shows" },
  { from: "bulk", to: "videos/service.ts", why: "a bulk action does what one video's own button does" },
  { from: "bulk", to: "videos/trash.ts", why: "a bulk action does what one video's own button does" },
  { from: "bulk", to: "transcoding/service.ts", why: "a bulk action does what one video's own button does" },
  { from: "users", to: "login/invitations.ts", why: "an invitation's link is the login application's" },
];

/** Calls from a room's tests to another room's file: a rule of one room is proven where the other applies it. */
export const neighboursInTests: readonly Neighbour[] = [
  { from: "projects", to: "uploads/create.ts", why: "a project's settings are what a new upload begins with" },
  { from: "transcoding", to: "uploads/part-files.ts", why: "cancelling an upload frees its bytes" },
  { from: "transcoding", to: "playback/playback-video.ts", why: "the old version plays until the new one is complete" },
];

/** The files of rooms the operator's command line may import, from apps/server/src. */
export const openToCommands: readonly `${ServerRoom}/${string}.ts`[] = [
  "accounts/service.ts",
  "login/person.ts",
  "projects/service.ts",
  "session/caller.ts",
  "users/service.ts",
];
