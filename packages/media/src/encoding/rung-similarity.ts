import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import type { ComparedPiece, RungSimilarity } from "@kinora/domain/transcoding/similar-rungs.ts";
import { toNumber } from "../packaging/grid.ts";
import { sharedZero } from "../probe/containers.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { mediaFilters } from "../tools/capabilities.ts";
import { readProgress } from "../tools/progress.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { sourceInput } from "./encode-chunk.ts";
import type { EncodingPlan } from "./encoding-plan.ts";
import { videoFilterGraph } from "./video-filters.ts";

/** How much of a source is compared: what an hour shows after it is rarely of another kind. */
const COMPARED_SECONDS = 60;
/** One frame of each second is scaled; neighbours are nearly the same. */
const COMPARED_FPS = { numerator: 1, denominator: 1 };
/** Parts that a picture is compared in, along its longer and its shorter side. */
const PARTS = { long: 16, short: 9 };
/** The share of the parts that differ the most; a single one may be a coincidence. */
const WORST_SHARE = 0.01;
/** It must not hold up a video for longer; then its rungs are all made. */
const WALL_SECONDS = 300;
/** Compared in one run of the tool: what a killed worker loses. */
const PIECE_SECONDS = 20;
/** Values kept of a piece: the worst of the whole are among the worst of its pieces. */
const KEPT_VALUES = 100;

/** What to compare. */
export interface RungSimilarityOptions {
  /** Absolute local path. */
  source: string;
  facts: SourceFacts;
  plan: EncodingPlan;
  /** In one codec, lowest first. */
  rungs: readonly PlannedRendition[];
  workFolder: string;
  signal: AbortSignal;
  /** What an earlier run compared of the same rungs. */
  compared?: readonly ComparedPiece[];
  /** Called with each piece; the next one waits for it. */
  onPiece?: (piece: ComparedPiece) => Promise<void>;
  /** @param share 0–1 of what is compared. */
  onProgress?: (share: number) => void;
}

/** Two rungs by their positions. */
interface Pair {
  lower: number;
  upper: number;
}

/**
 * Compares every rung but the lowest with each above it, without an encoder: frames of the first minute are scaled to the
 * rung and up again, and compared in parts with the same frames scaled to the one above. Decodes the source once, in pieces of which
 * those of an earlier run are left out. No pair is answered where ffmpeg has no filter `untile` (before 4.4).
 * @throws MediaError as `runTool`, and `timeout` after five minutes.
 */
export async function measureRungs(options: RungSimilarityOptions): Promise<RungSimilarity[]> {
  const rungs = options.rungs.slice(1);
  const filters = await mediaFilters();
  if (rungs.length < 2 || !filters.has("untile")) return [];
  const pairs = rungs.flatMap((__, upper) => Array.from({ length: upper }, (___, lower) => ({ lower, upper })));
  const endsAt = comparedSeconds(options.plan);
  const begunAt = performance.now();
  const pieces: ComparedPiece[] = [];
  for (const fromSeconds of beginningsOf(options, endsAt)) {
    const known = options.compared?.find((piece) => piece.fromSeconds === fromSeconds);
    const leftSeconds = Math.max(1, WALL_SECONDS - (performance.now() - begunAt) / 1_000);
    const piece = known ?? (await comparePiece(options, { fromSeconds, endsAt, rungs, pairs, filters, leftSeconds }));
    if (!known) await options.onPiece?.(piece);
    pieces.push(piece);
    options.onProgress?.(Math.min(1, (fromSeconds + PIECE_SECONDS) / endsAt));
  }
  return pairs.flatMap(({ lower, upper }, at) => {
    const [label, above, similarity] = [rungs[lower]?.label, rungs[upper]?.label, worst(pieces, at)];
    return label === undefined || above === undefined || similarity === null ? [] : { label, above, similarity };
  });
}

/** How many seconds of a source are compared: its picture may end before its sound. */
function comparedSeconds({ pictureFrames, durationSeconds, grid }: EncodingPlan): number {
  const pictureSeconds = pictureFrames === undefined ? durationSeconds : pictureFrames / toNumber(grid.fps);
  return Math.min(COMPARED_SECONDS, pictureSeconds);
}

/** Where pieces begin. A source whose clock jumps is decoded from its beginning for each: it is one piece. */
function beginningsOf({ facts }: RungSimilarityOptions, endsAt: number): number[] {
  if (facts.clockJumps) return [0];
  return Array.from({ length: Math.max(1, Math.ceil(endsAt / PIECE_SECONDS)) }, (_, at) => at * PIECE_SECONDS);
}

interface PieceWork {
  fromSeconds: number;
  endsAt: number;
  rungs: PlannedRendition[];
  pairs: readonly Pair[];
  filters: ReadonlySet<string>;
  leftSeconds: number;
}

async function comparePiece(
  { source, facts, plan: whole, workFolder, signal, onProgress }: RungSimilarityOptions,
  { fromSeconds, endsAt, rungs, pairs, filters, leftSeconds }: PieceWork,
): Promise<ComparedPiece> {
  // A watermark is the same on all rungs, and a last picture that is held was compared.
  const { watermark: _, pictureFrames: __, ...unmarked } = whole;
  const plan = { ...unmarked, grid: { ...unmarked.grid, fps: COMPARED_FPS }, renditions: rungs };
  const { input, preroll } = sourceInput(source, facts, plan, fromSeconds);
  const graph = [videoFilterGraph(facts, plan, filters, preroll, 1), ...comparisons(rungs, pairs)].join(";");
  const seconds = facts.clockJumps ? COMPARED_SECONDS : PIECE_SECONDS;
  const parts: number[][] = pairs.map(() => []);
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", "-progress", "pipe:1", "-t", String(preroll + seconds), ...input],
      ...["-filter_complex", graph, ...pairs.flatMap((___, at) => ["-map", `[compared${at}]`])],
      ...["-f", "null", "-"],
      ...sharedZero(facts, facts.audio?.streamIndex),
    ],
    inputs: [source],
    workFolder,
    signal,
    limits: { wallSeconds: leftSeconds },
    readers: new Map([
      [
        1,
        (stream) =>
          readProgress(stream, (done) =>
            onProgress?.(Math.min(1, (fromSeconds + Math.min(seconds, done.seconds)) / endsAt)),
          ),
      ],
      ...parts.map((into, at) => [descriptorOf(at), (stream: Readable) => readSimilarities(stream, into)] as const),
    ]),
  });
  requireSuccess(result);
  return {
    fromSeconds,
    pairs: parts.map((values) => ({
      parts: values.length,
      lowest: values.toSorted((a, b) => a - b).slice(0, KEPT_VALUES),
    })),
  };
}

/** Where ffmpeg writes what a pair compares to: after its standard input, output and error. */
const descriptorOf = (pair: number): number => 3 + pair;

/** The filters from the rungs' outputs `[v0]`, `[v1]`, … to one output `[compared0]`, … per pair (ffmpeg-filters, "untile", "ssim", "metadata"). */
function comparisons(rungs: readonly PlannedRendition[], pairs: readonly Pair[]): string[] {
  const copy = (rung: number, other: number) => `[copy${rung}with${other}]`;
  const others = (rung: number) => rungs.flatMap((_, other) => (other === rung ? [] : copy(rung, other)));
  const copies = rungs.map((_, rung) => `[v${rung}]format=gray,split=${rungs.length - 1}${others(rung).join("")}`);
  const compared = pairs.flatMap(({ lower, upper }, at) => {
    const size = rungs[upper];
    if (!size) return [];
    const inParts = cutInParts(size);
    return [
      `${copy(lower, upper)}scale=${size.width}:${size.height}:flags=bicubic,${inParts}[lower${at}]`,
      `${copy(upper, lower)}${inParts}[upper${at}]`,
      `[lower${at}][upper${at}]ssim,metadata=print:key=lavfi.ssim.All:file='pipe\\:${descriptorOf(at)}'[compared${at}]`,
    ];
  });
  return [...copies, ...compared];
}

/** Makes a frame of each part of a picture; the few pixels that its size leaves over are not compared. */
function cutInParts({ width, height }: PlannedRendition): string {
  const [columns, rows] = width >= height ? [PARTS.long, PARTS.short] : [PARTS.short, PARTS.long];
  const whole = (pixels: number, count: number) => Math.floor(pixels / count) * count;
  return `crop=${whole(width, columns)}:${whole(height, rows)}:0:0:exact=1,untile=${columns}x${rows}`;
}

async function readSimilarities(stream: Readable, into: number[]): Promise<void> {
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    const similarity = Number(/^lavfi\.ssim\.All=([\d.]+)/.exec(line)?.[1]);
    if (Number.isFinite(similarity)) into.push(similarity);
  }
}

/** The similarity of a pair that only the worst parts of all pieces fall below; null without any. */
function worst(pieces: readonly ComparedPiece[], pair: number): number | null {
  const found = pieces.flatMap(({ pairs }) => pairs[pair] ?? []);
  const parts = found.reduce((sum, each) => sum + each.parts, 0);
  const ascending = found.flatMap(({ lowest }) => lowest).toSorted((a, b) => a - b);
  return ascending[Math.floor(parts * WORST_SHARE)] ?? null;
}
