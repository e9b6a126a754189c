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
