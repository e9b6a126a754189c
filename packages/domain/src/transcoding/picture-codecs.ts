/** Codecs in which a rung can be made besides H.264, which all players decode; the ones that players prefer come last. */
export const FURTHER_CODECS = ["hevc", "av1"] as const;
export type FurtherCodec = (typeof FURTHER_CODECS)[number];

export const PICTURE_CODECS = ["h264", ...FURTHER_CODECS] as const;
export type PictureCodec = (typeof PICTURE_CODECS)[number];

/** Transfer curves of pictures brighter than those of BT.709, as HLS names them (RFC 8216bis §4.4.6.2, VIDEO-RANGE). */
export const HDR_RANGES = ["HLG", "PQ"] as const;
export type HdrRange = (typeof HDR_RANGES)[number];

export const CODEC_NAMES: Readonly<Record<PictureCodec, string>> = { h264: "H.264", hevc: "HEVC", av1: "AV1" };

/** How an encoder makes about the picture that x264 makes, as `bench/codec-savings.ts` measures it. */
const EQUIVALENTS: Readonly<Record<FurtherCodec, { crf: (x264: number) => number; bitrateShare: number }>> = {
  // x265's scale is x264's, from 0 to 51.
  hevc: { crf: (x264) => x264 + 1, bitrateShare: 0.75 },
  // SVT-AV1's scale goes from 0 to 63.
  av1: { crf: (x264) => Math.min(63, Math.round(x264 * 1.5)), bitrateShare: 0.65 },
};

/** The share of the bits of H.264 that a codec takes for about the same picture, 0–1. */
export const bitrateShare = (codec: FurtherCodec | undefined): number =>
  codec === undefined ? 1 : EQUIVALENTS[codec].bitrateShare;

/** What of a planned rendition depends on its codec. */
interface Coded {
  label: string;
  codec?: FurtherCodec;
  crf: number;
  maxBitrateKbps: number;
  bufferKbits: number;
}

/** A rendition in another codec, named after that of H.264: `720p-av1`. */
export function inCodec<Rendition extends Coded>(rendition: Rendition, codec: FurtherCodec): Rendition {
  const share = EQUIVALENTS[codec].bitrateShare;
  return {
    ...rendition,
    label: `${rendition.label}-${codec}`,
    codec,
    crf: EQUIVALENTS[codec].crf(rendition.crf),
    maxBitrateKbps: Math.round(rendition.maxBitrateKbps * share),
    bufferKbits: Math.round(rendition.bufferKbits * share),
  };
}

/** The label of a rendition's rung: that of the rendition in H.264. */
export const rungOf = ({ label, codec }: Pick<Coded, "label" | "codec">): string =>
  codec === undefined ? label : label.slice(0, -codec.length - 1);

/** Renditions by codec, that of H.264 first; within a codec they stay in order. */
export function byCodec<Rendition extends Pick<Coded, "codec">>(renditions: readonly Rendition[]): Rendition[][] {
  return PICTURE_CODECS.map((codec) => renditions.filter((each) => (each.codec ?? "h264") === codec)).filter(
    (group) => group.length > 0,
  );
}

/** What people call a rendition: `720p-av1` is `720p AV1`. */
export function renditionName(label: string): string {
  const codec = FURTHER_CODECS.find((each) => label.endsWith(`-${each}`));
  return codec === undefined ? label : `${label.slice(0, -codec.length - 1)} ${CODEC_NAMES[codec]}`;
}

/** What a codec takes beside the same ladder in H.264, measured on videos. */
export interface CodecCost {
  codec: FurtherCodec;
  /** Its bytes as a share of those of H.264 at the same heights. */
  bytesShare: number;
  /** The time of its encoding as a multiple of that of the ladder in H.264. */
  timeShare: number;
}
