import type { Chore } from "../platform/jobs/chores.ts";
import { trimApiRequests } from "./requests.ts";

/** Periodic work of API keys. */
export const apiKeyChores: readonly Chore[] = [
  {
    name: "api-requests.trim",
    does: "Deletes old entries of the request log of API keys.",
    everySeconds: 3_600,
    run: ({ db, clock }) => trimApiRequests(db, clock.now()),
  },
];
