import { setTimeout as later } from "node:timers/promises";
import type { Publisher } from "../ingest/publisher.ts";
import type { SilenceNow } from "../ingest/silence.ts";

/** A publisher that sent nothing for so long is replaced by another with its key: for this long always, … */
const SILENT_MS = 3_000;
/** … and earlier where its pauses are usually far shorter, but not earlier than this. */
const SUDDEN_SILENCE = { leastMs: 500, pauses: 5 };
/** For so long after a second publisher was refused, others are taken for it. */
const CONTESTED_MS = 60_000;

/**
 * How long a publisher is silent before it is taken for gone. One whose place another tries to take again and again is given longer.
 * @param sinceRefusedMs since a second publisher was refused last.
 */
export function patienceMs({ usualMs }: SilenceNow, sinceRefusedMs: number): number {
  if (sinceRefusedMs < CONTESTED_MS) return SILENT_MS;
  return Math.min(SILENT_MS, Math.max(SUDDEN_SILENCE.leastMs, SUDDEN_SILENCE.pauses * usualMs));
}

/** Between two looks at whether a publisher sends. */
const LISTEN_MS = 50;

/** What there is at the moment: the publisher, and when a second one was refused last, on the clock of `performance.now`. */
interface Place {
  publisher: Publisher | null;
  refusedAt: number;
}

/** The connected publisher once it has been silent for so long that another may replace it; null as soon as it says anything. */
export async function whenSilent(place: () => Place): Promise<Publisher | null> {
  const { publisher } = place();
  const begunAt = performance.now();
  for (; publisher && publisher === place().publisher; await later(LISTEN_MS)) {
    const silence = publisher.request.silence();
    if (silence.ms >= patienceMs(silence, performance.now() - place().refusedAt)) return publisher;
    if (silence.ms < performance.now() - begunAt) return null;
  }
  return null;
}
