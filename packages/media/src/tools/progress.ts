import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { EncodeProgress } from "../packaging/segment.ts";
import { noteFrames } from "./watched-tools.ts";

/** Reads what `ffmpeg -progress` prints (https://ffmpeg.org/ffmpeg.html, "-progress"): blocks of `key=value` ended by `progress=`. */
export async function readProgress(stream: Readable, onProgress: (progress: EncodeProgress) => void): Promise<void> {
  let fields = new Map<string, string>();
  let before = 0;
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    const [key = "", value = ""] = line.split("=", 2).map((part) => part.trim());
    fields.set(key, value);
    if (key !== "progress") continue;
    const seconds = toNumber(fields.get("out_time_us")) / 1_000_000;
    const frames = fields.has("frame") ? toNumber(fields.get("frame")) : Math.round(seconds * 1000);
    noteFrames(frames - before);
    before = Math.max(before, frames);
    onProgress({
      frames,
      seconds,
      speed: toNumber(fields.get("speed")),
    });
    fields = new Map();
  }
}

/** ffmpeg writes `N/A` before it knows and `1.5x` for a speed. */
function toNumber(text: string | undefined): number {
  const value = Number.parseFloat(text ?? "");
  return Number.isFinite(value) && value > 0 ? value : 0;
}
