import { BoxError, readBoxes, requireBox } from "../packaging/boxes.ts";
import type { Box } from "../packaging/boxes.ts";
import { box } from "../packaging/fragment-writer.ts";
import { showFirstAtOnce } from "../packaging/fragment.ts";
import { readInit } from "../packaging/init-segment.ts";
import { pictureTimescale } from "./decode-clock.ts";
import { loopPicture } from "./loop-picture.ts";
import { cutSound, decodeSpan } from "./sound-cut.ts";

/** Video is track 1, as in its own file; audio becomes this one. */
const audioTrackId = 2;

/** Init segments of a video rendition and its audio. */
export interface LoopInits {
  video: Buffer;
  audio: Buffer;
}

/**
 * Joins the init segments of a video rendition and its audio, so that a complete video can be listed in a live playlist, where video
 * and audio share segments. @throws BoxError
 */
export function muxInit({ video, audio }: LoopInits): Buffer {
  const picture = tracksOf(video);
  const sound = tracksOf(audio);
  const mdhd = requireBox(picture.trak, ["trak", "mdia", "mdhd"]);
  picture.trak.writeUInt32BE(pictureTimescale, mdhd.payload + (picture.trak.readUInt8(mdhd.payload) === 1 ? 20 : 12));
  const head = Buffer.from(whole(video, requireBox(video, ["moov", "mvhd"])));
  // mvhd ends with the next free track number (ISO/IEC 14496-12 §8.2.2).
  head.writeUInt32BE(audioTrackId + 1, head.length - 4);
  const tkhd = requireBox(sound.trak, ["trak", "tkhd"]);
  sound.trak.writeUInt32BE(audioTrackId, tkhd.payload + (sound.trak.readUInt8(tkhd.payload) === 1 ? 20 : 12));
  sound.trex.writeUInt32BE(audioTrackId, 12);
  const moov = box("moov", [head, picture.trak, sound.trak, box("mvex", [picture.trex, sound.trex])]);
  return Buffer.concat([whole(video, requireBox(video, ["ftyp"])), moov]);
}

/**
 * Joins a segment of a rendition and its audio, for `muxInit`'s init; nothing is encoded.
 *
 * Pictures are decoded before they are shown where some point forwards, and a segment's sound begins with what is shown. Here
 * it begins with what is decoded: after a seam browsers place both by that, and where sound begins late Chromium waits for
 * the next key frame (Media Source Extensions §3.5.8, "need random access point"). What is shown when stays the same.
 * @param sounds the audio of the segment before, where there is one, and its own
 * @param isEntry it is the loop's first segment: its first frame is presented when it is decoded, so that no moment is without a picture
 * @throws BoxError
 */
export function muxSegment(inits: LoopInits, video: Buffer, sounds: readonly Buffer[], isEntry = false): Buffer {
  const span = decodeSpan(video, readInit(inits.video));
  const picture = loopPicture(inits.video, video);
  if (isEntry) showFirstAtOnce(picture);
  return Buffer.concat([picture, cutSound(sounds, readInit(inits.audio), span, audioTrackId)]);
}

function tracksOf(init: Buffer): { trak: Buffer; trex: Buffer } {
  const moov = requireBox(init, ["moov"]);
  const traks = [...readBoxes(init, moov.payload, moov.end)].filter(({ type }) => type === "trak");
  const [trak] = traks;
  if (!trak || traks.length > 1) throw new BoxError("One track was expected.");
  return {
    trak: Buffer.from(whole(init, trak)),
    trex: Buffer.from(whole(init, requireBox(init, ["mvex", "trex"], moov))),
  };
}

function whole(bytes: Buffer, { start, end }: Box): Buffer {
  return bytes.subarray(start, end);
}
