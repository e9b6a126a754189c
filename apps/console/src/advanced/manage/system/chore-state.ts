import type { Chore } from "./system-queries.ts";

type ChoreState = "running" | "requested" | "failed" | "interrupted" | "succeeded" | "none";

/** What a recurring job does, or how its last run ended. A run without an end that no worker does any more was interrupted. */
export function choreState({
  running,
  requested,
  started_at: begun,
  finished_at: ended,
  failure,
}: Pick<Chore, "running" | "requested" | "started_at" | "finished_at" | "failure">): ChoreState {
  if (running) return "running";
  if (requested) return "requested";
  if (begun === null) return "none";
  if (ended === null || Date.parse(ended) < Date.parse(begun)) return "interrupted";
  return failure === null ? "succeeded" : "failed";
}
