/** How a state is drawn: each mark has its own shape, so that states differ without colour. */
export type StatusMark = "live" | "good" | "working" | "paused" | "degraded" | "idle" | "failed" | "loop";

/**
 * The mark of every state of the product. Red with a halo is for what is on air and for nothing else: a recording in
 * progress is work.
 */
export const STATUS_MARKS = {
  live: "live",

  published: "good",
  complete: "good",
  active: "good",
  healthy: "good",
  connected: "good",
  playable: "good",
  ready: "good",

  processing: "working",
  uploading: "working",
  receiving: "working",
  connecting: "working",
  recording: "working",
  stopping: "working",
  saving: "working",
  transcoding: "working",
  running: "working",
  sent: "working",

  paused: "paused",

  degraded: "degraded",
  reconnecting: "degraded",
  ended: "degraded",
  scheduled: "degraded",
  invited: "degraded",
  warning: "degraded",

  in_queue: "idle",
  queued: "idle",
  waiting: "idle",
  not_active: "idle",
  idle: "idle",
  disabled: "idle",
  unpublished: "idle",
  cancelled: "idle",
  empty: "idle",
  gone: "idle",
  none: "idle",
  info: "idle",
  unknown: "idle",

  failed: "failed",
  videoFailed: "failed",
  refused: "failed",
  unhealthy: "failed",
  blocked: "failed",
  error: "failed",

  loop: "loop",
} as const satisfies Record<string, StatusMark>;

/** A state of anything in the product: of a video, a livestream, a rendition, a recording, a person, a log line. */
export type StatusState = keyof typeof STATUS_MARKS;
