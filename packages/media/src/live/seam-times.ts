import { readBoxes } from "../packaging/boxes.ts";
import { readTrackFragments } from "../packaging/fragment.ts";
import { readTracks } from "./live-init.ts";

/** Presentation times of video and audio between two seams, in seconds of their own clock. */
export interface StretchTimes {
  /** The first frame, and the first packet of sound. */
  pictureStart: number;
  soundStart: number;
  /** Of all that is decoded. */
  pictureSeconds: number;
  soundSeconds: number;
}

/** A segment as a playlist lists it. */
export interface ListedSegment {
  init: Buffer;
  bytes: Buffer;
  /** Stands after EXT-X-DISCONTINUITY. */
  discontinuity: boolean;
}

/** Reads the times at each seam (discontinuity) of a playlist. @throws BoxError */
export function seamTimes(segments: readonly ListedSegment[]): StretchTimes[] {
  const stretches: StretchTimes[] = [];
  for (const { init, bytes, discontinuity } of segments) {
    const tracks = readTracks(init);
    const defaults = new Map(tracks.map((track) => [track.trackId, track.defaults]));
    let stretch = discontinuity ? undefined : stretches.at(-1);
    if (!stretch) {
      stretch = { pictureStart: Infinity, soundStart: Infinity, pictureSeconds: 0, soundSeconds: 0 };
      stretches.push(stretch);
    }
    for (const { type, start, end } of readBoxes(bytes)) {
      if (type !== "moof") continue;
      for (const { trackId, decodeTimeTicks, durationTicks, samples } of readTrackFragments(
        bytes.subarray(start, end),
        defaults,
      )) {
        const track = tracks.find((one) => one.trackId === trackId);
        const [first] = samples;
        if (!track || !first) continue;
        const shown = (decodeTimeTicks + first.compositionOffsetTicks) / track.timescale;
        const seconds = durationTicks / track.timescale;
        if (track.kind === "video") {
          stretch.pictureStart = Math.min(stretch.pictureStart, shown);
          stretch.pictureSeconds += seconds;
        } else {
          stretch.soundStart = Math.min(stretch.soundStart, shown);
          stretch.soundSeconds += seconds;
        }
      }
    }
  }
  return stretches;
}
