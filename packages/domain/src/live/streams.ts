import { PRESET_HEIGHTS } from "../transcoding/ladder-presets.ts";

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
