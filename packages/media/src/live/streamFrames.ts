import { BoxError, readBoxes } from "../boxes.ts";
import { isKeyframe, readTrackFragments } from "../fragment.ts";
import type { DecodableTrack, DecoderConfig } from "./decoderConfig.ts";

/** What a track is decoded with, before its first frame. */
export interface StreamConfig extends DecoderConfig {
  kind: "config";
}

/** A frame of the picture, its pieces led by their lengths, or a packet of the sound. */
export interface StreamFrame {
  kind: "frame";
  codec: DecoderConfig["codec"];
  keyframe: boolean;
  decodeMs: number;
  /** How much later it is shown. */
  compositionMs: number;
  data: Buffer;
}

/** ffmpeg writes what a fragment's tracks hold one after the other, as it names them. */
export function* framesOf(
  moof: Buffer,
  media: Buffer,
  tracks: ReadonlyMap<number, DecodableTrack>,
): Generator<StreamFrame> {
  const defaults = new Map([...tracks].map(([id, track]) => [id, track.defaults]));
  let at = 0;
  for (const { trackId, decodeTimeTicks, samples } of readTrackFragments(moof, defaults)) {
    const track = tracks.get(trackId);
    if (!track) throw new BoxError("A frame belongs to no track.");
    const inMs = (ticks: number) => (ticks * 1000) / track.timescale;
    let ticks = decodeTimeTicks;
    for (const sample of samples) {
      const data = media.subarray(at, at + sample.sizeBytes);
      if (data.length < sample.sizeBytes) throw new BoxError("A fragment claims more than it holds.");
      yield {
        kind: "frame",
        codec: track.config.codec,
        keyframe: track.config.codec === "aac" || isKeyframe(sample),
        decodeMs: inMs(ticks),
        compositionMs: inMs(sample.compositionOffsetTicks),
        data,
      };
      at += sample.sizeBytes;
      ticks += sample.durationTicks;
    }
  }
}

/** The frames of a fragment that holds its description (`moof`+`mdat`, once or several times). @throws BoxError */
export function* fragmentFrames(fragment: Buffer, tracks: ReadonlyMap<number, DecodableTrack>): Generator<StreamFrame> {
  let moof: Buffer | null = null;
  for (const { type, start, payload, end } of readBoxes(fragment)) {
    if (type === "moof") moof = fragment.subarray(start, end);
    else if (type === "mdat" && moof) yield* framesOf(moof, fragment.subarray(payload, end), tracks);
  }
}
