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

/** Frames up to where the next part begins. */
export interface PicturePart {
  frames: readonly PictureFrame[];
  /** Their bytes. */
  body: FragmentBody;
  endSeconds: number;
}

/** What is left free for the sound of a part. */
const soundBytes = 16 * 1024;
/** What a part is thought to come to before there was one, in bytes. */
const usualPartBytes = 256 * 1024;

/** Clocks of milliseconds round, and a frame or two come unevenly. */
const roundingSeconds = 0.005;

/** Cuts the frames of a source into parts: one begins at each key frame, and none is longer or shorter than players are told, where frames let it. */
export class PictureLane {
  readonly #shape: TimelineShape;
  readonly #onPart: (part: PicturePart) => void;
  #frames: PictureFrame[] = [];
  #body = new FragmentBody(usualPartBytes);
  #frameSeconds: number;

  constructor(shape: TimelineShape, fps: number, onPart: (part: PicturePart) => void) {
    this.#shape = shape;
    this.#onPart = onPart;
    this.#frameSeconds = 1 / fps;
  }

  /** Adds a frame, of whose pieces it keeps copies; each is decoded later than the one before. */
  add(frame: PictureFrame, pieces: readonly Buffer[]): void {
    const { seconds } = frame;
    const last = this.#frames.at(-1);
    if (last) {
      const [first = last] = this.#frames;
      const shortest = shortestPartSeconds(this.#shape);
      // Frames that come unevenly: the one held for long begins a part of its own.
      const isLong = seconds - first.seconds > longestPartSeconds(this.#shape);
      if (isLong && last.seconds - first.seconds >= shortest) this.#cut(last.seconds, [last]);
      const length = seconds - (this.#frames[0]?.seconds ?? seconds);
      const isFull = length + this.#frameSeconds > this.#shape.partTargetSeconds + roundingSeconds;
      if (frame.isKey || (length >= shortest && isFull)) this.#cut(seconds, []);
      this.#frameSeconds = Math.min(0.1, seconds - last.seconds);
    }
    this.#frames.push(frame);
    for (const piece of pieces) this.#body.append(piece);
  }

  /** The last part, as long as its last frame lasts as the one before it. */
  finish(): void {
    const last = this.#frames.at(-1);
    if (last) this.#cut(last.seconds + this.#frameSeconds, []);
  }

  #cut(endSeconds: number, next: PictureFrame[]): void {
    const frames = next.length === 0 ? this.#frames : this.#frames.slice(0, -next.length);
    const body = this.#body;
    this.#frames = next;
    // As much again as this one, and an eighth, for no two parts are the same.
    this.#body = new FragmentBody(Math.ceil(body.sizeBytes * 1.125) + soundBytes);
    for (const { sizeBytes } of next) body.moveLast(sizeBytes, this.#body);
    this.#onPart({ frames, body, endSeconds });
  }
}
