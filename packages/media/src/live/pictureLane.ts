import { FragmentBody } from "./fragmentBody.ts";
import { longestPartSeconds, shortestPartSeconds } from "./timelineShape.ts";
import type { TimelineShape } from "./timelineShape.ts";

/** A frame as it came, in seconds of the source's clock. */
export interface PictureFrame {
  /** When it is decoded. */
  seconds: number;
  compositionSeconds: number;
  isKey: boolean;
  sizeBytes: number;
}

/** Frames up to where the next part begins; none while one is held that began before. */
export interface PicturePart {
  frames: readonly PictureFrame[];
  /** Their bytes. */
  body: FragmentBody;
  startSeconds: number;
  endSeconds: number;
  /** Until when its last frame is held: the end, or a later part's frame. */
  heldUntilSeconds: number;
}

/** What is left free for the sound of a part. */
const soundBytes = 16 * 1024;
/** What a part is thought to come to before there was one, in bytes. */
const usualPartBytes = 256 * 1024;

/** Clocks of milliseconds round, and a frame or two come unevenly. */
const roundingSeconds = 0.005;
/** A frame that is held for longer gets a part as long as itself: who begins to watch in its midst would see nothing for too long. */
const longestHoldSeconds = 2;

/** Cuts the frames of a source into parts: one begins at each key frame, and none is longer or shorter than players are told, where frames let it. */
export class PictureLane {
  readonly #shape: TimelineShape;
  readonly #onPart: (part: PicturePart) => void;
  #frames: PictureFrame[] = [];
  #body = new FragmentBody(usualPartBytes);
  #frameSeconds: number;
  /** Where the part begins that is being filled. */
  #startSeconds = 0;
  /** The latest frame's; null before the first. */
  #lastSeconds: number | null = null;

  constructor(shape: TimelineShape, fps: number, onPart: (part: PicturePart) => void) {
    this.#shape = shape;
    this.#onPart = onPart;
    this.#frameSeconds = 1 / fps;
  }

  /** Adds a frame, of whose pieces it keeps copies; each is decoded later than the one before. */
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

  /** The last part, as long as its last frame lasts as the one before it. */
  finish(): void {
    const end = (this.#lastSeconds ?? 0) + this.#frameSeconds;
    if (this.#frames.length > 0) this.#cut(end, end);
  }

  /**
   * The latest frame is held until the next: one held for long begins a part of its own, and where it outlasts that, parts
   * follow that have nothing but sound, so that players get it part by part.
   */
  #holdLast(lastSeconds: number, untilSeconds: number): void {
    const longest = longestPartSeconds(this.#shape);
    if (untilSeconds - this.#startSeconds <= longest) return;
    if (lastSeconds - this.#startSeconds >= shortestPartSeconds(this.#shape)) this.#cut(lastSeconds, lastSeconds, 1);
    if (untilSeconds - lastSeconds > longestHoldSeconds) return;
    while (untilSeconds - this.#startSeconds > longest)
      this.#cut(this.#startSeconds + this.#shape.partTargetSeconds, untilSeconds);
  }

  /** Ends the part; the latest `kept` frames begin the next one. */
  #cut(endSeconds: number, heldUntilSeconds: number, kept = 0): void {
    const next = kept === 0 ? [] : this.#frames.slice(-kept);
    const frames = kept === 0 ? this.#frames : this.#frames.slice(0, -kept);
    const startSeconds = this.#startSeconds;
    const body = this.#body;
    this.#frames = next;
    this.#startSeconds = endSeconds;
    // As much again as this one, and an eighth, for no two parts are the same.
    this.#body = new FragmentBody(Math.ceil(body.sizeBytes * 1.125) + soundBytes);
    for (const { sizeBytes } of next) body.moveLast(sizeBytes, this.#body);
    this.#onPart({ frames, body, startSeconds, endSeconds, heldUntilSeconds });
  }
}
