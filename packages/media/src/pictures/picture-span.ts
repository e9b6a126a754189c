import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { seeksExactly } from "../probe/containers.ts";
import type { AudioFacts, SourceFacts } from "../probe/facts.ts";
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
  /** How far apart pictures usually are while there is motion; null of fewer than two. */
  usualGapSeconds: number | null;
}

/** Of so many pictures the distances are looked at, at most. */
const measuredPictures = 20_000;

/** The share of distances that is shorter: a lower one would be a camera's jitter, a higher one a still of a screen. */
const usualShare = 0.1;

/** How far apart pictures usually are while there is motion, in seconds, from when they show, in any order. */
export function usualGap(times: readonly number[]): number | null {
  const shown = times.toSorted((a, b) => a - b);
  const gaps = shown.slice(1).map((time, index) => time - (shown[index] ?? time));
  const sorted = gaps.filter((gap) => gap > 0.001).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * usualShare)] ?? null;
}

/** One picture may stand this long: slides and static screens do. */
export const longestStillSeconds = 15 * 60;

/** So much before its end, as the container says it, an indexed file is read. */
const tailSeconds = 30;

/** A file of varying rate that is no larger is read whole, so that no motion in it is missed. */
const smallBytes = 64 * 1024 * 1024;

/** Larger ones are looked at in five places, each so long. */
const pieceSeconds = 10;

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
  const { container, durationSeconds, sizeBytes, bitrate, video } = facts;
  const isSmall = video.variableFrameRate && sizeBytes <= smallBytes;
  const readsAll =
    isSmall || !seeksExactly(container) || durationSeconds <= 2 * tailSeconds || bitrate < sparseBitsPerSecond;
  if (!readsAll) {
    const tail = await readSpan(path, facts, signal, ["-read_intervals", `${durationSeconds - tailSeconds}%`]);
    const { startTimeSeconds } = video;
    if (tail)
      return {
        ...tail,
        usualGapSeconds: await sampledGap(path, facts, signal),
        startSeconds: startTimeSeconds,
        lengthSeconds: tail.startSeconds + tail.lengthSeconds - startTimeSeconds,
      };
  }
  return readSpan(path, facts, signal, []);
}

/** When a track of sound ends, on the clock of the file, as far as it can be read; null for one that has nothing. @throws MediaError as `probe`. */
export async function measureSoundEnd(
  path: string,
  facts: Pick<SourceFacts, "container">,
  { streamIndex, startTimeSeconds, durationSeconds }: AudioFacts,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const track = { container: facts.container, video: { streamIndex } };
  const tailFrom = startTimeSeconds + durationSeconds - tailSeconds;
  const reads = seeksExactly(facts.container) && tailFrom > tailSeconds ? ["-read_intervals", `${tailFrom}%`] : [];
  const tail = await readSpan(path, track, signal, reads);
  // A file that breaks off has nothing there.
  const span = tail ?? (reads.length > 0 ? await readSpan(path, track, signal, []) : null);
  return span && span.startSeconds + span.lengthSeconds;
}

/** How far apart pictures usually are in pieces from all over a file; null where the rate is constant. */
async function sampledGap(path: string, facts: SourceFacts, signal: AbortSignal | undefined): Promise<number | null> {
  if (!facts.video.variableFrameRate) return null;
  const pieces = [0, 0.2, 0.4, 0.6, 0.8].map(
    (share) => `${Math.floor(facts.durationSeconds * share)}%+${pieceSeconds}`,
  );
  const span = await readSpan(path, facts, signal, ["-read_intervals", pieces.join(",")]);
  return span?.usualGapSeconds ?? null;
}

async function readSpan(
  path: string,
  { container, video }: { container: string; video: { streamIndex: number } },
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
  let untimedSeconds = 0;
  let expected: number | null = null;
  let before: number | null = null;
  const times: number[] = [];
  for await (const line of createInterface({ input: packets, crlfDelay: Infinity })) {
    const [shown, decoded = shown, duration] = line.split(",").map(secondsOf);
    const lasts = duration ?? 0;
    if (decoded === undefined) {
      untimedSeconds += lasts;
      continue;
    }
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
    if (times.length < measuredPictures) times.push(at);
    startSeconds = Math.min(startSeconds, at);
    endSeconds = Math.max(endSeconds, at + lasts);
  }
  if (!(endSeconds >= startSeconds)) return untimedSeconds > 0 ? untimed(untimedSeconds) : null;
  return {
    startSeconds,
    lengthSeconds: endSeconds - startSeconds,
    longestGapSeconds,
    jumps,
    usualGapSeconds: usualGap(times),
  };
}

/** The span of pictures that say how long they are and not when they show, as a bare stream of H.264: nothing in it can be sought. */
const untimed = (lengthSeconds: number): PictureSpan => ({
  ...{ startSeconds: 0, lengthSeconds, longestGapSeconds: 0, jumps: 1, usualGapSeconds: null },
});

function secondsOf(text: string): number | undefined {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : undefined;
}
