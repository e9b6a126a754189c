import type { Chore } from "../platform/jobs/chores.ts";
import { forgetRecords } from "./gate/forget-records.ts";
import { forgetSessions } from "./gate/sessions.ts";

/** What playback does by the clock. */
export const playbackChores: readonly Chore[] = [
  {
    name: "playback.forget_sessions",
    does: "Forgets viewers who left.",
    everySeconds: 30,
    run: ({ db }) => forgetSessions(db),
  },
  {
    name: "playback.forget_records",
    does: "Deletes old records of denied plays and of embedding pages.",
    everySeconds: 600,
    run: ({ db }) => forgetRecords(db),
  },
];
