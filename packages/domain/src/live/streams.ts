import { PRESET_HEIGHTS } from "../transcoding/ladder-presets.ts";

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

/** `single` events end for good with their session; `permanent` channels come and go. */
export const STREAM_TYPES = ["permanent", "single"] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

/** `normal` has parts of 500 ms, `low` of 200 ms. */
export const STREAM_LATENCIES = ["normal", "low"] as const;
export type StreamLatency = (typeof STREAM_LATENCIES)[number];
export const PART_MS: Readonly<Record<StreamLatency, number>> = { normal: 500, low: 200 };

/** What viewers can choose from: the encoder's picture as it is, rungs up to a height, or those of a project's standard ladder. */
export const STREAM_LADDERS = ["passthrough", "360p", "720p", "1080p", "standard"] as const;
export type StreamLadder = (typeof STREAM_LADDERS)[number];
/** The heights of a preset, lowest first; none are encoded for pass-through. */
export const LADDER_HEIGHTS: Readonly<Record<StreamLadder, readonly number[]>> = {
  passthrough: [],
  "360p": [360],
  "720p": [360, 720],
  "1080p": [360, 720, 1080],
  standard: PRESET_HEIGHTS.standard.filter((height) => height <= 1080),
};

/** What happens when a second encoder publishes to a stream. */
export const SECOND_PUBLISHERS = ["refuse", "take_over"] as const;
export type SecondPublisher = (typeof SECOND_PUBLISHERS)[number];

export const STREAM_NAME_MAX = 200;
export const STREAM_DESCRIPTION_MAX = 5000;
export const STREAMS_MAX = 1000;
/** Livestreams whose labels are changed in one go: as many as a page of their list shows. */
export const STREAMS_AT_ONCE = 100;
export const STREAM_LABEL_ACTIONS = ["set_category", "add_tags", "remove_tags"] as const;
export type StreamLabelAction = (typeof STREAM_LABEL_ACTIONS)[number];
export const DVR_MINUTES = { min: 0, max: 240 } as const;
export const RECONNECT_SECONDS = { min: 0, max: 1800, default: 60 } as const;
/** How long an ad break may last that an operator asks for. */
export const AD_BREAK_SECONDS = { min: 10, max: 600, default: 60 } as const;
export const RESTREAMS_MAX = 5;
export const RESTREAM_NAME_MAX = 100;

export const RESTREAM_PLATFORMS = ["youtube", "twitch", "facebook", "custom"] as const;
export type RestreamPlatform = (typeof RESTREAM_PLATFORMS)[number];
/** What a target is sent: what the publisher sends, or what it is encoded to, at most 720 pixels high. */
export const RESTREAM_PROFILES = ["source", "720p"] as const;
export type RestreamProfile = (typeof RESTREAM_PROFILES)[number];
export const RESTREAM_STATES = ["idle", "connecting", "connected", "reconnecting"] as const;
export type RestreamState = (typeof RESTREAM_STATES)[number];

/** Types of entries in a stream's log. */
export const STREAM_LOG_TYPES = [
  "connected",
  "first_segment",
  "live",
  "paused",
  "unpaused",
  "switched",
  "loop",
  "ad_break",
  "disconnected",
  "ended",
  "degraded",
  "recovered",
  "key_rotated",
  "key_rejected",
  "second_publisher",
  "no_room",
  "restream_up",
  "restream_down",
  "restream_retry",
  "restream_off",
  "recording_started",
  "recording_stopped",
  "clip_made",
  "trim_made",
  "recording_ready",
  "recording_failed",
  "test_started",
  "test_stopped",
] as const;
export type StreamLogType = (typeof STREAM_LOG_TYPES)[number];
/** The types about a restream target. */
export const RESTREAM_LOG_TYPES = ["restream_up", "restream_down", "restream_retry", "restream_off"] as const;
export type RestreamLogType = (typeof RESTREAM_LOG_TYPES)[number];
export const LOG_SEVERITIES = ["info", "warning", "error"] as const;
export type LogSeverity = (typeof LOG_SEVERITIES)[number];

/** Why a session ended. */
export const SESSION_END_REASONS = [
  "publisher_left",
  "ended_by_user",
  "key_rotated",
  "disabled",
  "deleted",
  "test_stopped",
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/**
 * What is kept of a livestream: what its encoder sends from a start to a stop, the last seconds viewers saw of it, or a part that
 * was cut out of either.
 */
export const RECORDING_KINDS = ["recording", "clip", "trim"] as const;
export type RecordingKind = (typeof RECORDING_KINDS)[number];

/**
 * `recording` runs; `stopping` has ended and its file is being put away, `saving` has no video yet, `ready` is a video,
 * `empty` had nothing that could be kept, `failed` had and is lost.
 */
export const RECORDING_STATES = ["recording", "stopping", "saving", "ready", "empty", "failed"] as const;
export type RecordingState = (typeof RECORDING_STATES)[number];

/** How many of the last seconds a clip is asked for with. */
export const CLIP_SECONDS = { min: 5, max: 300, default: 30 } as const;

/** The shortest part that is cut out of a recording. */
export const TRIM_MIN_SECONDS = 1;

/** Confirmation questions of the console (spec §8, confirmations). */
export const STREAM_CONFIRMATIONS = {
  delete: "Are you sure you want to permanently delete this stream?",
  end: "Are you sure you want to permanently end this session?",
  pause: "Are you sure you want to pause streaming?",
  unpause: "Are you sure you want to unpause streaming?",
  loop: "Are you sure you want to switch to the loop?",
  live: "Are you sure you want to switch back to live?",
  rotate: "Are you sure you want to rotate this stream key? Rotating ends the current session.",
} as const;
