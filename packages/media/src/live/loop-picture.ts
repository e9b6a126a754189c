import { writeFragment } from "../packaging/fragment-writer.ts";
import { isKeyframe } from "../packaging/fragment.ts";
import { pictureTimescale } from "./decode-clock.ts";
import { readDecodableTracks } from "./decoder-config.ts";
import { describedKeyFrame, readAvcConfig } from "./parameter-sets.ts";
import { trackFragments } from "./track-fragments.ts";

/**
 * Rewrites the video of a complete segment for livestreams: with their timescale, and with parameter sets in each key frame for
 * players that keep the first initialisation segment across seams. Nothing is encoded.
 * @throws BoxError
 */
export function loopPicture(init: Buffer, segment: Buffer): Buffer {
  const [[trackId, track] = []] = readDecodableTracks(init);
  if (trackId === undefined || !track) return segment;
  const avc = track.config.codec === "h264" ? readAvcConfig(track.config.data) : null;
  const ticksOf = (ticks: number): number => Math.round((ticks * pictureTimescale) / track.timescale);
  const written: Buffer[] = [];
  for (const { fragment, bytes } of trackFragments(segment, track.defaults)) {
    let decodedAt = fragment.decodeTimeTicks;
    let offset = 0;
    const data: Buffer[] = [];
    const samples = fragment.samples.map((sample) => {
      const start = ticksOf(decodedAt);
      const shown = ticksOf(decodedAt + sample.compositionOffsetTicks);
      const frame = bytes.subarray(offset, offset + sample.sizeBytes);
      const pieces = avc && isKeyframe(sample) ? describedKeyFrame(frame, avc) : [frame];
      data.push(...pieces);
      decodedAt += sample.durationTicks;
      offset += sample.sizeBytes;
      return {
        durationTicks: ticksOf(decodedAt) - start,
        sizeBytes: pieces.reduce((sum, { length }) => sum + length, 0),
        flags: sample.flags,
        compositionOffsetTicks: shown - start,
      };
    });
    const decodeTimeTicks = ticksOf(fragment.decodeTimeTicks);
    written.push(writeFragment({ sequence: written.length + 1, trackId, decodeTimeTicks, samples, data }));
  }
  return Buffer.concat(written);
}
