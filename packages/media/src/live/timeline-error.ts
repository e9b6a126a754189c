/** An operation the timeline cannot do. */
export class TimelineError extends Error {
  override name = "TimelineError";
  readonly code: "segment_too_long" | "ended";
  constructor(code: TimelineError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
