import type { SessionEndReason, StreamFacts } from "./streams.ts";

/** What viewers of a livestream are shown: the encoder's picture, its loop, a still, or nothing at all. */
export const ON_AIR_SOURCES = ["live", "loop", "slate", "nothing"] as const;
export type OnAirSource = (typeof ON_AIR_SOURCES)[number];

/** What a person can put on air: `live` leaves it to the encoder and to what stands in for it. */
export const SWITCH_SOURCES = ["live", "loop", "slate"] as const;
export type SwitchSource = (typeof SWITCH_SOURCES)[number];

/** When a stream's loop plays. */
export interface LoopTimes {
  /** While nobody publishes: before the first session, and after one that somebody ended. */
  before_live: boolean;
  /** Once the reconnect window of a lost encoder is over, until somebody publishes again. */
  on_disconnect: boolean;
  /** In the place of the slate while streaming is paused. */
  when_paused: boolean;
}

/** What the choice of what is on air depends on. */
export interface OnAirFacts extends StreamFacts {
  switched_to: SwitchSource;
  loop: LoopTimes;
  /** Whether the loop has anything that plays. */
  canLoop: boolean;
  /** Why the last session ended; null before the first. */
  lastEnd: SessionEndReason | null;
}

/** What viewers are to see. Pure. */
export function onAirSource(facts: OnAirFacts): OnAirSource {
  const { enabled, paused, ingest, switched_to: wanted, loop, canLoop, lastEnd } = facts;
  if (!enabled) return "nothing";
  if (wanted === "loop" && canLoop) return "loop";
  if (ingest === "none") {
    const isWanted = lastEnd === "publisher_left" ? loop.on_disconnect : loop.before_live;
    return isWanted && canLoop ? "loop" : "nothing";
  }
  if (wanted === "slate") return "slate";
  if (paused) return loop.when_paused && canLoop ? "loop" : "slate";
  return ingest === "lost" ? "slate" : "live";
}

export const ON_AIR_LABELS: Readonly<Record<OnAirSource, string>> = {
  live: "Live",
  loop: "Loop",
  slate: "Slate",
  nothing: "Nothing",
};
