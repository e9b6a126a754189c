import type { SourceFacts } from "./facts.ts";
import { toNumber } from "./grid.ts";

/** Whether a source's own video can be streamed as it is, and if not, why. */
export type Streamability = { streamable: true } | { streamable: false; reason: string };

/** Profiles every browser decodes in hardware or software. */
const profiles = ["Baseline", "Constrained Baseline", "Main", "High", "Constrained High"];

/** Says whether a source is H.264 8-bit 4:2:0, upright, progressive, at a sane rate and in an indexed container. */
export function streamability({ container, video, startTimeSeconds }: SourceFacts): Streamability {
  const no = (reason: string): Streamability => ({ streamable: false, reason });
  if (container !== "mov" && container !== "matroska") return no(`The container ${container} has no reliable index.`);
  if (video.codec !== "h264") return no(`The codec is ${video.codec}, not H.264.`);
  if (!profiles.includes(video.profile ?? "")) return no(`The profile ${video.profile ?? "unknown"} is not one every player decodes.`);
  if (video.level === null || video.level > 52) return no("The level is above 5.2 or unsaid.");
  if (video.bitDepth !== 8 || !["yuv420p", "yuvj420p"].includes(video.pixelFormat)) return no(`The pixels are ${video.pixelFormat}, not 8-bit 4:2:0.`);
  if (video.rotation !== 0) return no("The picture is turned.");
  if (!video.squarePixels) return no("The pixels are not square.");
  if (!video.progressive) return no("The frames are interlaced.");
  if (video.hdr) return no("The picture is HDR.");
  const fps = toNumber(video.fps);
  if (!(fps >= 1 && fps <= 120)) return no(`The frame rate is ${fps.toFixed(2)}.`);
  if (video.startTimeSeconds - startTimeSeconds > 0.5) return no("The video track begins long after the sound.");
  return { streamable: true };
}
