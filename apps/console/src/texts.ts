import { layoutTexts } from "./layout/texts.ts";
import { sessionTexts } from "./session/texts.ts";

/** The texts of every page's frame and of the public pages: they come with the first script. */
export const texts = {
  layout: layoutTexts,
  session: sessionTexts,
} as const;

/** The texts of the rooms, by the names their components ask for; a page says which of them it needs (routes.tsx). */
export const roomTexts = {
  dashboard: async () => (await import("./dashboard/texts.ts")).dashboardTexts,
  videos: async () => (await import("./videos/texts.ts")).videosTexts,
  library: async () => (await import("./videos/libraryTexts.ts")).libraryTexts,
  video: async () => (await import("./videos/detailTexts.ts")).videoTexts,
  uploads: async () => (await import("./uploads/texts.ts")).uploadsTexts,
  imports: async () => (await import("./uploads/importTexts.ts")).importTexts,
  projects: async () => (await import("./projects/texts.ts")).projectsTexts,
  live: async () => (await import("./live/texts.ts")).liveTexts,
  stream: async () => (await import("./live/streamTexts.ts")).streamTexts,
  loop: async () => (await import("./live/loopTexts.ts")).loopTexts,
  recordings: async () => (await import("./live/recordingTexts.ts")).recordingTexts,
  streamLog: async () => (await import("./live/logTexts.ts")).streamLogTexts,
  users: async () => (await import("./users/texts.ts")).usersTexts,
  later: async () => (await import("./later/texts.ts")).laterTexts,
} as const;

export type RoomTexts = keyof typeof roomTexts;

/** Every text of the console by room; the keys are checked by the compiler (i18next.d.ts). */
export type Texts = typeof texts & { [Room in RoomTexts]: Awaited<ReturnType<(typeof roomTexts)[Room]>> };
