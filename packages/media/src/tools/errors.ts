/** Why a media file could not be used or a media tool could not finish. */
export type MediaErrorCode =
  | "unsupported_codec"
  | "unsupported_container"
  | "no_video_track"
  | "not_a_video"
  | "corrupt_file"
  | "too_short"
  | "too_large"
  | "too_long"
  | "timeout"
  | "aborted"
  | "gop_too_long"
  | "not_copyable"
  | "disk_full"
  | "out_of_memory"
  | "out_of_resources"
  | "tool_missing"
  | "tool_failed"
  | "packaging_mismatch";

/**
 * A media file or tool said no. `message` is one sentence for a person, naming what to do;
 * `retryable` says whether the same work could succeed later without changing the file.
 */
export class MediaError extends Error {
  override name = "MediaError";
  readonly code: MediaErrorCode;
  readonly retryable: boolean;
  /** The last lines the tool printed, for the log and the operator, never for viewers. */
  readonly detail: string[];
  constructor(
    code: MediaErrorCode,
    message: string,
    retryable: boolean,
    options?: ErrorOptions & { detail?: string[] },
  ) {
    super(message, options);
    this.code = code;
    this.retryable = retryable;
    this.detail = options?.detail ?? [];
  }
}
