import { giveBytesBack, takeBytes } from "@kinora/media/live/recycled-bytes.ts";
import { FLV_AUDIO } from "./rtmp/flv.ts";
import { copyOf, type SourceMoment } from "./source-sink.ts";

/** Enough sound to measure its level: two seconds at 48 kHz. */
const LATEST_TAGS = 96;

/** Copies of the latest key frame and the sound after it; the next key frame reuses their memory. */
export class LatestMoments {
  #moments: SourceMoment[] = [];

  /** Valid until the next `take`; empty before the first key frame. */
  get all(): readonly SourceMoment[] {
    return this.#moments;
  }

  take(moment: SourceMoment, isKeyframe: boolean): void {
    if (isKeyframe) {
      const [old] = this.#moments;
      if (old) giveBytesBack(old.body);
      const body = takeBytes(moment.body.length).subarray(0, moment.body.length);
      moment.body.copy(body);
      this.#moments = [{ ...moment, body }];
    } else if (moment.type === FLV_AUDIO && this.#moments.length > 0 && this.#moments.length < LATEST_TAGS) {
      this.#moments.push(copyOf(moment));
    }
  }
}
