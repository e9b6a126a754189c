import type { EmbedStatus } from "@kinora/domain/embed-page.ts";
import type { WatchReport } from "@kinora/player/options.ts";

const LONGEST_ANSWER_MS = 10_000;

/** Asks how the video stands now. @throws when the answer is not one; ask again later. */
export async function fetchStatus(address: string): Promise<EmbedStatus> {
  const response = await fetch(address, { signal: AbortSignal.timeout(LONGEST_ANSWER_MS), credentials: "omit" });
  // A missing video answers 404 with a status like any other.
  if (!response.ok && response.status !== 404) throw new Error(`The status could not be read (${response.status}).`);
  return (await response.json()) as EmbedStatus;
}

/** Tells how a livestream plays; nothing depends on its arrival. */
export function tellWatched(hash: string, report: WatchReport): void {
  fetch(`/embed/${hash}/watched`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(report),
    credentials: "omit",
    keepalive: true,
  }).catch(() => undefined);
}
