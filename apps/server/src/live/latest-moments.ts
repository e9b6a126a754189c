import { giveBytesBack, takeBytes } from "@kinora/media/live/recycledBytes.ts";
import { LATEST_TAGS } from "./publisher-limits.ts";
import { FLV_AUDIO } from "./rtmp/flv.ts";
import { kept, type SourceMoment } from "./source-taker.ts";

/** The latest key frame and the sound after it, in memory of their own that the next key frame takes over. */
export class LatestMoments {
  #moments: SourceMoment[] = [];

  /** To be looked at at once; empty before the first key frame. */
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
      this.#moments.push(kept(moment));
    }
  }
}
