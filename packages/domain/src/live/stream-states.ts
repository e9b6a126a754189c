/**
 * How a livestream stands: `not_active` has no ingest, `loop` has none and plays its loop, `processing` has one whose first
 * segments are pending, `live` and `paused` have one (paused viewers see the slate or the loop while ingest and recording go on),
 * `ended` waits for its publisher to come back within the reconnect window, `disabled` takes no publisher.
 */
export const STREAM_STATES = ["not_active", "loop", "processing", "live", "paused", "ended", "disabled"] as const;
export type StreamState = (typeof STREAM_STATES)[number];

/** Labels of the states (spec §4, stream labels). */
export const STREAM_LABELS: Readonly<Record<StreamState, string>> = {
  not_active: "Stream is not active",
  loop: "Stream plays its loop",
  processing: "Stream is processing",
  live: "Stream is live",
  paused: "Stream is paused",
  // The encoder may reconnect within the window: the session continues.
  ended: "Signal lost",
  disabled: "Stream is disabled",
};

/** The facts a state is derived from. */
export interface StreamFacts {
  enabled: boolean;
  /** Whether an operator paused it; outlives a publisher that reconnects. */
  paused: boolean;
  /** `lost`: the publisher disconnected and may still reconnect. */
  ingest: "none" | "connecting" | "receiving" | "lost";
  /** Whether its loop is on air. */
  looping?: boolean;
}

/** Events of a stream's ingest. */
export const INGEST_EVENTS = [
  "connected",
  "first_segment",
  "disconnected",
  "window_over",
  "ended",
  "paused",
  "unpaused",
  "disabled",
  "enabled",
] as const;
export type IngestEvent = (typeof INGEST_EVENTS)[number];

export const IDLE_STREAM: StreamFacts = { enabled: true, paused: false, ingest: "none" };

/** Derives the state from the facts. */
export function streamState({ enabled, paused, ingest, looping = false }: StreamFacts): StreamState {
  if (!enabled) return "disabled";
  if (ingest === "none") return looping ? "loop" : "not_active";
  if (ingest === "connecting") return "processing";
  if (ingest === "lost") return "ended";
  return paused ? "paused" : "live";
}

/** The facts after an event; an event that is impossible in them changes nothing. Pure. */
export function afterIngestEvent(facts: StreamFacts, event: IngestEvent): StreamFacts {
  switch (event) {
    case "connected":
      return facts.enabled && facts.ingest !== "receiving" ? { ...facts, ingest: "connecting" } : facts;
    case "first_segment":
      return facts.ingest === "connecting" ? { ...facts, ingest: "receiving" } : facts;
    case "disconnected":
      return facts.ingest === "receiving" || facts.ingest === "connecting" ? { ...facts, ingest: "lost" } : facts;
    case "window_over":
      return facts.ingest === "lost" ? { ...facts, ingest: "none", paused: false } : facts;
    case "ended":
      return { ...facts, ingest: "none", paused: false };
    case "paused":
      return facts.ingest === "none" ? facts : { ...facts, paused: true };
    case "unpaused":
      return { ...facts, paused: false };
    case "disabled":
      return { enabled: false, paused: false, ingest: "none" };
    case "enabled":
      return { ...facts, enabled: true };
  }
}

/** States in which a session is open: there is something to pause or to end. */
export const hasSession = (state: StreamState): boolean =>
  state === "processing" || state === "live" || state === "paused" || state === "ended";
