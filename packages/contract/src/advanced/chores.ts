import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { message, moment } from "../shapes.ts";

export const chore = z.object({
  name: z.string(),
  /** A sentence. */
  does: z.string(),
  every_seconds: z.number(),
  /** Whether a worker does it at this moment. */
  running: z.boolean(),
  /** Whether it was asked for and has not begun since. */
  requested: z.boolean(),
  /** When the last run began; null before the first. */
  started_at: moment.nullable(),
  /** When the last run ended. Before `started_at` while a run lasts, and after one that was interrupted. */
  finished_at: moment.nullable(),
  /** Of the last run that ended. */
  duration_ms: z.number().nullable(),
  /** Why the last run that ended failed; null when it succeeded. */
  failure: z.string().nullable(),
  /** When a worker does it again at the latest; in the past when no worker is running. */
  next_at: moment.nullable(),
});

export const listChores = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/chores",
    tags: ["Advanced"],
    summary: "The recurring jobs: when each ran last, how it ended, and when it runs next.",
  })
  .input(z.object({}))
  .output(z.object({ data: z.array(chore), workers: z.number() }));

export const runChore = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/chores/{name}/run",
    tags: ["Advanced"],
    summary: "Has a worker run a recurring job now.",
  })
  .input(z.object({ name: z.string().trim().min(1).max(100) }))
  .output(message);
