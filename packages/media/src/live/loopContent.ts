import { BoxError, readBoxes, requireBox } from "../boxes.ts";
import type { Box } from "../boxes.ts";
import { box } from "../fragmentWriter.ts";

/** The picture is track 1, as it is in its own file; the sound becomes this one. */
const audioTrackId = 2;

/**
 * Joins the init segments of a video's rendition and of its sound into one of both, so that a finished video can be listed
 * in a live playlist, where picture and sound share a segment. @throws BoxError
 */
export function muxInit(video: Buffer, audio: Buffer): Buffer {
  const picture = tracksOf(video);
  const sound = tracksOf(audio);
  const head = Buffer.from(whole(video, requireBox(video, ["moov", "mvhd"])));
  // mvhd ends with the next free track number (ISO/IEC 14496-12 §8.2.2).
  head.writeUInt32BE(audioTrackId + 1, head.length - 4);
  const tkhd = requireBox(sound.trak, ["trak", "tkhd"]);
  sound.trak.writeUInt32BE(audioTrackId, tkhd.payload + (sound.trak.readUInt8(tkhd.payload) === 1 ? 20 : 12));
  sound.trex.writeUInt32BE(audioTrackId, 12);
  const moov = box("moov", [head, picture.trak, sound.trak, box("mvex", [picture.trex, sound.trex])]);
  return Buffer.concat([whole(video, requireBox(video, ["ftyp"])), moov]);
}

/** Joins a segment of a rendition and the sound of the same time, for `muxInit`'s init; nothing is encoded. @throws BoxError */
export function muxSegment(video: Buffer, audio: Buffer): Buffer {
  const sound = Buffer.from(audio);
  for (const moof of readBoxes(sound)) {
    if (moof.type !== "moof") continue;
    for (const traf of readBoxes(sound, moof.payload, moof.end)) {
      if (traf.type === "traf") sound.writeUInt32BE(audioTrackId, requireBox(sound, ["tfhd"], traf).payload + 4);
    }
  }
  return Buffer.concat([video, sound]);
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
