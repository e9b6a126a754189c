import { BoxError, readBoxes } from "../packaging/boxes.ts";
import { isKeyframe, readTrackFragments } from "../packaging/fragment.ts";
import type { DecodableTrack, DecoderConfig } from "./decoder-config.ts";

/** A track's decoder configuration. */
export interface StreamConfig extends DecoderConfig {
  kind: "config";
  /** Of the container that it was read from. */
  trackId?: number;
}

/** A video frame with length-prefixed NAL units, or an audio packet. */
export interface StreamFrame {
  kind: "frame";
  trackId: number;
  codec: DecoderConfig["codec"];
  keyframe: boolean;
  decodeMs: number;
  /** Composition time. */
  compositionMs: number;
  data: Buffer;
}

const isSound = (codec: DecoderConfig["codec"]): boolean => codec === "aac" || codec === "opus";

/** ffmpeg writes the tracks of a fragment one after the other, in the order of their boxes. */
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
        trackId,
        codec: track.config.codec,
        keyframe: isSound(track.config.codec) || isKeyframe(sample),
        decodeMs: inMs(ticks),
        compositionMs: inMs(sample.compositionOffsetTicks),
        data,
      };
      at += sample.sizeBytes;
      ticks += sample.durationTicks;
    }
  }
}

/** The frames of one or several fragments (`moof`+`mdat`). @throws BoxError */
export function* fragmentFrames(fragment: Buffer, tracks: ReadonlyMap<number, DecodableTrack>): Generator<StreamFrame> {
  let moof: Buffer | null = null;
  for (const { type, start, payload, end } of readBoxes(fragment)) {
    if (type === "moof") moof = fragment.subarray(start, end);
    else if (type === "mdat" && moof) yield* framesOf(moof, fragment.subarray(payload, end), tracks);
  }
}
