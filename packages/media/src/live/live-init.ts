import { BoxError, readBoxes, requireBox } from "../packaging/boxes.ts";
import type { Box } from "../packaging/boxes.ts";
import type { TrackDefaults } from "../packaging/fragment.ts";
import { readCodec } from "../packaging/init-segment.ts";

/** One track of a live stream. */
export interface LiveTrack {
  trackId: number;
  kind: "video" | "audio";
  timescale: number;
  /** RFC 6381. */
  codec: string;
  /** Pixels; 0 for sound. */
  width: number;
  height: number;
  defaults: TrackDefaults;
}

/** Reads the tracks of an initialisation segment (ISO/IEC 14496-12 §8.3), picture first. @throws BoxError */
export function readTracks(init: Buffer): LiveTrack[] {
  const moov = requireBox(init, ["moov"]);
  const defaults = new Map<number, TrackDefaults>();
  const mvex = requireBox(init, ["mvex"], moov);
  for (const box of readBoxes(init, mvex.payload, mvex.end)) {
    if (box.type === "trex") defaults.set(init.readUInt32BE(box.payload + 4), readDefaults(init, box));
  }
  const tracks: LiveTrack[] = [];
  for (const box of readBoxes(init, moov.payload, moov.end)) {
    if (box.type === "trak") tracks.push(readTrack(init, box, defaults));
  }
  if (tracks.length === 0) throw new BoxError("The stream has no track.");
  return tracks.toSorted((a, b) => Number(b.kind === "video") - Number(a.kind === "video"));
}

function readDefaults(init: Buffer, trex: Box): TrackDefaults {
  return {
    durationTicks: init.readUInt32BE(trex.payload + 12),
    sizeBytes: init.readUInt32BE(trex.payload + 16),
    flags: init.readUInt32BE(trex.payload + 20),
  };
}

function readTrack(init: Buffer, trak: Box, defaults: ReadonlyMap<number, TrackDefaults>): LiveTrack {
  const tkhd = requireBox(init, ["tkhd"], trak);
  // Version 1 has 64-bit times before what follows (§8.3.2, §8.4.2).
  const trackId = init.readUInt32BE(tkhd.payload + (init.readUInt8(tkhd.payload) === 1 ? 20 : 12));
  const mdhd = requireBox(init, ["mdia", "mdhd"], trak);
  const timescale = init.readUInt32BE(mdhd.payload + (init.readUInt8(mdhd.payload) === 1 ? 20 : 12));
  const stsd = requireBox(init, ["mdia", "minf", "stbl", "stsd"], trak);
  const codec = readCodec(init, stsd);
  const known = defaults.get(trackId);
  if (!known || timescale === 0) throw new BoxError("A track is not described.");
  const kind = codec.startsWith("mp4a") ? "audio" : "video";
  const [entry] = readBoxes(init, stsd.payload + 8, stsd.end);
  const sized = kind === "video" && entry;
  return {
    trackId,
    kind,
    timescale,
    codec,
    // A visual sample entry has its size 24 bytes in (§12.1.3).
    width: sized ? init.readUInt16BE(sized.payload + 24) : 0,
    height: sized ? init.readUInt16BE(sized.payload + 26) : 0,
    defaults: known,
  };
}
