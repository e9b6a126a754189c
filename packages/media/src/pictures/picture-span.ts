import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { seeksExactly } from "../probe/containers.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { runProbe } from "../probe/probe-run.ts";
import { MediaError } from "../tools/errors.ts";

/** From when to when there really are pictures in a file. */
export interface PictureSpan {
  startSeconds: number;
  /** From the first picture to the end of the last, without the jumps of the file's clock. */
  lengthSeconds: number;
  /** The longest one picture stands, as far as it was read. */
  longestGapSeconds: number;
  /** How often the file's clock jumps. */
  jumps: number;
}

/** One picture may stand this long: slides and static screens do. */
export const longestStillSeconds = 15 * 60;

/** So much before its end, as the container says it, an indexed file is read. */
const tailSeconds = 30;

/** A file with fewer bits a second holds hardly any pictures, and is small: all of it is read. */
export const sparseBitsPerSecond = 1000;

/** Reading a large broadcast from a slow disk takes its time. */
const wallSeconds = 300;

/** Containers whose clock may jump, and what ffmpeg takes for a jump (https://ffmpeg.org/ffmpeg.html, `-dts_delta_threshold`). */
const jumping = new Set(["mpegts", "mpeg", "ogg"]);
const jumpForwardSeconds = 10;
const jumpBackSeconds = 0.1;

/**
 * Reads when the pictures of a file show: the last ones where there is an index, else all.
 * Null when there are none, or it takes too long. @throws MediaError as `probe`.
 */
export async function measureSpan(
  path: string,
  facts: SourceFacts,
  signal: AbortSignal | undefined,
): Promise<PictureSpan | null> {
  const { container, durationSeconds, bitrate, video } = facts;
  const readsAll = !seeksExactly(container) || durationSeconds <= 2 * tailSeconds || bitrate < sparseBitsPerSecond;
  if (!readsAll) {
    const tail = await readSpan(path, facts, signal, ["-read_intervals", `${durationSeconds - tailSeconds}%`]);
    const { startTimeSeconds } = video;
    if (tail)
      return {
        ...tail,
        startSeconds: startTimeSeconds,
        lengthSeconds: tail.startSeconds + tail.lengthSeconds - startTimeSeconds,
      };
  }
  return readSpan(path, facts, signal, []);
}

async function readSpan(
  path: string,
  { container, video }: SourceFacts,
  signal: AbortSignal | undefined,
  interval: readonly string[],
): Promise<PictureSpan | null> {
  let span: PictureSpan | null = null;
  const args = [
    ...["-select_streams", String(video.streamIndex), ...interval],
    ...["-show_entries", "packet=pts_time,dts_time,duration_time", "-of", "csv=p=0"],
  ];
  try {
    await runProbe(path, { wallSeconds, ...(signal ? { signal } : {}) }, args, async (stream) => {
      span = await spanOf(stream, jumping.has(container));
    });
  } catch (error) {
    // What cannot be read to its end is known as far as it was read.
    if (!(error instanceof MediaError) || !["corrupt_file", "timeout"].includes(error.code)) throw error;
    if (error.code === "timeout") return null;
  }
  return span;
}

/** The span of packets in the order they are decoded in, one a line: shown, decoded, duration. */
async function spanOf(packets: Readable, mayJump: boolean): Promise<PictureSpan | null> {
  let startSeconds = Infinity;
  let endSeconds = -Infinity;
  let longestGapSeconds = 0;
  let jumps = 0;
  let jumpedSeconds = 0;
  let expected: number | null = null;
  let before: number | null = null;
  for await (const line of createInterface({ input: packets, crlfDelay: Infinity })) {
    const [shown, decoded = shown, duration] = line.split(",").map(secondsOf);
    if (decoded === undefined) continue;
    const lasts = duration ?? 0;
    if (mayJump && expected !== null && before !== null) {
      const ahead = decoded - expected;
      if (ahead > jumpForwardSeconds || ahead < -jumpForwardSeconds || decoded < before - jumpBackSeconds) {
        jumps += 1;
        jumpedSeconds += ahead;
        before = null;
      }
    }
    if (before !== null) longestGapSeconds = Math.max(longestGapSeconds, decoded - before);
    before = decoded;
    expected = decoded + lasts;
    const at = (shown ?? decoded) - jumpedSeconds;
    startSeconds = Math.min(startSeconds, at);
    endSeconds = Math.max(endSeconds, at + lasts);
  }
  if (!(endSeconds >= startSeconds)) return null;
  return { startSeconds, lengthSeconds: endSeconds - startSeconds, longestGapSeconds, jumps };
}

function secondsOf(text: string): number | undefined {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : undefined;
}
