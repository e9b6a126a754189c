import type { StreamFacts } from "./stream-states.ts";
import type { SessionEndReason } from "./streams.ts";

/** What viewers of a livestream see: the encoder's video, the loop, a slate, or nothing. */
export const ON_AIR_SOURCES = ["live", "loop", "slate", "nothing"] as const;
export type OnAirSource = (typeof ON_AIR_SOURCES)[number];

/** What a user can put on air: `live` is the encoder, or its fallback while it is away. */
export const SWITCH_SOURCES = ["live", "loop", "slate"] as const;
export type SwitchSource = (typeof SWITCH_SOURCES)[number];

/** When a stream's loop plays. */
export interface LoopTimes {
  /** Without an encoder: before the first session, and after one that a user ended. */
  before_live: boolean;
  /** After the reconnect window of a lost encoder, until an encoder publishes again. */
  on_disconnect: boolean;
  /** Instead of the slate while streaming is paused. */
  when_paused: boolean;
}

/** The facts that decide what is on air. */
export interface OnAirFacts extends StreamFacts {
  switched_to: SwitchSource;
  loop: LoopTimes;
  /** Whether the loop has a playable video. */
  canLoop: boolean;
  /** Why the last session ended; null before the first. */
  lastEnd: SessionEndReason | null;
}

/** The source viewers should see. Pure. */
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
