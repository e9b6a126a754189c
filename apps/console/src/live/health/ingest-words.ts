import { formatBitrate } from "@kinora/ui/media-units.ts";
import type { Ingest } from "../queries.ts";

/** The rates cameras and encoders have; what is measured wavers about them. */
const FRAME_RATES = [24, 25, 30, 48, 50, 60] as const;
const WAVERS = 1.6;

/** A measured rate as people know it: the usual one it wavers about, else itself. */
function usualRate(measured: number): number {
  const nearest = FRAME_RATES.toSorted((one, other) => Math.abs(one - measured) - Math.abs(other - measured))[0];
  return nearest !== undefined && Math.abs(nearest - measured) <= WAVERS ? nearest : Math.round(measured);
}

/** `1080p30`; null while the picture's size is not known. */
export function pictureWords({ height, frame_rate: rate }: Pick<Ingest, "height" | "frame_rate">): string | null {
  if (height === null) return null;
  return `${height}p${rate === null ? "" : String(usualRate(rate))}`;
}

/** `4.2 Mbps`, `640 kbps`. */
export const bitrateWords = (kbps: number): string => formatBitrate(kbps * 1000);

const CODECS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(h\.?264|avc)/i, "H.264"],
  [/^(h\.?265|hevc|hvc|hev)/i, "HEVC"],
  [/^(av1|av01)/i, "AV1"],
  [/^(aac|mp4a)/i, "AAC"],
  [/^opus/i, "Opus"],
];

/** `−18 dB`. */
export const levelWords = (decibels: number): string =>
  `${decibels < 0 ? "−" : ""}${Math.abs(Math.round(decibels))} dB`;

/** A codec as people know it; one that is not known keeps its own name. */
export const codecWords = (codec: string): string => CODECS.find(([pattern]) => pattern.test(codec))?.[1] ?? codec;

/** What is received in one line: `1080p30 · 4.2 Mbps`; null while nothing of it is known. */
export function receivedWords(ingest: Pick<Ingest, "height" | "frame_rate" | "bitrate_kbps">): string | null {
  const bitrate = ingest.bitrate_kbps === null ? null : bitrateWords(ingest.bitrate_kbps);
  const words = [pictureWords(ingest), bitrate].filter((part) => part !== null).join(" · ");
  return words === "" ? null : words;
}
