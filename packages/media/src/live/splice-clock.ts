import type { MarkedPicture } from "./transport-splices.ts";

const ticksPerMs = 90;
const clockTicks = 2 ** 33;
/** Pictures that are kept: a demuxer may hold back seconds of them. */
const mostPictures = 1_000;
/** A picture is where its predecessors expect it, up to rounded times. */
const nearTicks = 2 * ticksPerMs;
/** Splices further from the last picture are of another clock. */
const mostMs = { before: 60_000, after: 3_600_000 };

/**
 * Relates the clock of a transport stream to that of the frames after its demuxer, which restarts. Pictures before and after it
 * are identified by the beginning of their first slice, in their order: what two pictures have in common does not matter.
 */
export class SpliceClock {
  #pictures: MarkedPicture[] = [];
  #known: { pts: number; ms: number } | null = null;
  #isBegun = false;

  /** A picture passes before the demuxer. */
  picture(picture: MarkedPicture): void {
    this.#pictures.push(picture);
    if (this.#pictures.length > mostPictures) this.#pictures.shift();
  }

  /**
   * A picture comes out of the demuxer. The time of the first one says nothing: ffmpeg writes 0, also where sound begins before it.
   * @param ms its time of presentation.
   * @returns whether it was found.
   */
  frame(mark: string | null, ms: number): boolean {
    const isIt = (picture: MarkedPicture) => picture.mark === mark;
    const isExpected = (picture: MarkedPicture) =>
      isIt(picture) && this.#known !== null && Math.abs(this.#ticksFromKnown(picture.pts, ms)) <= nearTicks;
    const expected = this.#pictures.findIndex(isExpected);
    const at = expected >= 0 ? expected : this.#pictures.findIndex(isIt);
    const found = this.#pictures[at];
    if (!found) return false;
    if (this.#isBegun) this.#known = { pts: found.pts, ms };
    this.#isBegun = true;
    this.#pictures = this.#pictures.slice(at + 1);
    return true;
  }

  /** When a moment of the transport stream is on the frames' clock, in milliseconds; null before the second picture and where the two are too far apart. */
  msOf(pts: number): number | null {
    if (!this.#known) return null;
    const ms = signed(pts - this.#known.pts) / ticksPerMs;
    return ms < -mostMs.before || ms > mostMs.after ? null : this.#known.ms + ms;
  }

  #ticksFromKnown(pts: number, ms: number): number {
    return this.#known ? signed(pts - this.#known.pts) - (ms - this.#known.ms) * ticksPerMs : Infinity;
  }
}

/** A difference of two 33-bit clocks, wrapped or not. */
function signed(ticks: number): number {
  const within = ((ticks % clockTicks) + clockTicks) % clockTicks;
  return within >= clockTicks / 2 ? within - clockTicks : within;
}
