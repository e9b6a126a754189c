import { isKeyframe } from "../fragment.ts";
import { writeFragment } from "../fragmentWriter.ts";
import { pictureTimescale } from "./decodeClock.ts";
import { readDecodableTracks } from "./decoderConfig.ts";
import { describedKeyFrame, readAvcConfig } from "./parameterSets.ts";
import { trackFragments } from "./trackFragments.ts";

/**
 * The picture of a finished segment as livestreams carry it: on their clock, and with the parameter sets in each key frame, for
 * players that keep the first description of a stream across seams. Nothing is encoded.
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
