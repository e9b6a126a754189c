import type { Chore } from "../platform/jobs/chores.ts";
import { forgetRecords } from "./gate/forget-records.ts";
import { forgetSessions } from "./gate/sessions.ts";

/** What playback does by the clock. */
export const playbackChores: readonly Chore[] = [
  { name: "playback.forget_sessions", everySeconds: 30, run: ({ db }) => forgetSessions(db) },
  { name: "playback.forget_records", everySeconds: 600, run: ({ db }) => forgetRecords(db) },
];
