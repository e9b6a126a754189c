import { FragmentBody } from "./fragment-body.ts";
import { longestPartSeconds, shortestPartSeconds } from "./timeline-shape.ts";
import type { TimelineShape } from "./timeline-shape.ts";

/** A received frame, in seconds of the source's clock. */
export interface PictureFrame {
  /** Decode time. */
  seconds: number;
  compositionSeconds: number;
  isKey: boolean;
  sizeBytes: number;
}

/** The frames of a part; none while a frame of an earlier part is still held. */
export interface PicturePart {
  frames: readonly PictureFrame[];
  /** Their bytes. */
  body: FragmentBody;
  startSeconds: number;
  endSeconds: number;
  /** Until when its last frame is shown: the end, or a later part's frame. */
  heldUntilSeconds: number;
}

/** Bytes reserved for the audio of a part. */
const soundBytes = 16 * 1024;
/** Expected size of the first part, in bytes. */
const usualPartBytes = 256 * 1024;

/** Tolerance for millisecond timestamps and uneven frames. */
const roundingSeconds = 0.005;
/** A frame shown for longer gets its own part: a player that joins within it would have no picture for too long. */
const longestHoldSeconds = 2;

/** Cuts a source's frames into parts: one starts at each key frame, and their durations stay within the announced limits where frames allow it. */
export class PictureLane {
  readonly #shape: TimelineShape;
  readonly #onPart: (part: PicturePart) => void;
  #frames: PictureFrame[] = [];
  #body = new FragmentBody(usualPartBytes);
  #frameSeconds: number;
  /** Start of the open part. */
  #startSeconds = 0;
  /** Decode time of the latest frame; null before the first. */
  #lastSeconds: number | null = null;

  constructor(shape: TimelineShape, fps: number, onPart: (part: PicturePart) => void) {
    this.#shape = shape;
    this.#onPart = onPart;
    this.#frameSeconds = 1 / fps;
  }

  /** Adds a copy of a frame; decode times must increase. */
  add(frame: PictureFrame, pieces: readonly Buffer[]): void {
    const { seconds } = frame;
    if (this.#lastSeconds === null) this.#startSeconds = seconds;
    else this.#holdLast(this.#lastSeconds, seconds);
    const length = seconds - this.#startSeconds;
    const isFull = length + this.#frameSeconds > this.#shape.partTargetSeconds + roundingSeconds;
    const isCut = frame.isKey || (length >= shortestPartSeconds(this.#shape) && isFull);
    if (isCut && length > 0) this.#cut(seconds, seconds);
    if (this.#lastSeconds !== null) this.#frameSeconds = Math.min(0.1, seconds - this.#lastSeconds);
    this.#lastSeconds = seconds;
    this.#frames.push(frame);
    for (const piece of pieces) this.#body.append(piece);
  }

  /** The last part, whose last frame lasts as long as the one before it. */
  finish(): void {
    const end = (this.#lastSeconds ?? 0) + this.#frameSeconds;
    if (this.#frames.length > 0) this.#cut(end, end);
  }

  /**
   * Extends the latest frame to the next one: a long frame starts its own part, and audio-only parts follow where it outlasts that,
   * so that players get the audio part by part.
   */
  #holdLast(lastSeconds: number, untilSeconds: number): void {
    const longest = longestPartSeconds(this.#shape);
    if (untilSeconds - this.#startSeconds <= longest) return;
    if (lastSeconds - this.#startSeconds >= shortestPartSeconds(this.#shape)) this.#cut(lastSeconds, lastSeconds, 1);
    if (untilSeconds - lastSeconds > longestHoldSeconds) return;
    while (untilSeconds - this.#startSeconds > longest)
      this.#cut(this.#startSeconds + this.#shape.partTargetSeconds, untilSeconds);
  }

  /** Closes the part; the latest `kept` frames start the next one. */
  #cut(endSeconds: number, heldUntilSeconds: number, kept = 0): void {
    const next = kept === 0 ? [] : this.#frames.slice(-kept);
    const frames = kept === 0 ? this.#frames : this.#frames.slice(0, -kept);
    const startSeconds = this.#startSeconds;
    const body = this.#body;
    this.#frames = next;
    this.#startSeconds = endSeconds;
    // The size of this part and an eighth more.
    this.#body = new FragmentBody(Math.ceil(body.sizeBytes * 1.125) + soundBytes);
    for (const { sizeBytes } of next) body.moveLast(sizeBytes, this.#body);
    this.#onPart({ frames, body, startSeconds, endSeconds, heldUntilSeconds });
  }
}
