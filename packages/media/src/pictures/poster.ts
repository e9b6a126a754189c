import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { defaultLadder, planLadder } from "@kinora/domain/transcoding/ladder.ts";
import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { sourceMatrix } from "../encoding/colours.ts";
import { toneMapped } from "../encoding/tone-mapping.ts";
import { onBlack } from "../encoding/transparency.ts";
import { toNumber } from "../packaging/grid.ts";
import { fileUrl, hostileInputOptions } from "../probe/containers.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { mediaFilters } from "../tools/capabilities.ts";
import { MediaError } from "../tools/errors.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { jpegEncoder, jpegFilters } from "./jpeg.ts";

/** Posters to take from a source. */
export interface PosterOptions {
  source: string;
  facts: SourceFacts;
  /** A moment a person chose; without it a telling frame early in the video is found, not a black one. */
  atSeconds?: number;
  workFolder: string;
  signal: AbortSignal;
}

/** One poster, a JPEG in the work folder. */
export interface Poster {
  /** 360p, 720p, 1080p, 1440p; or the source's own height when it is smaller than all of them. */
  label: string;
  width: number;
  height: number;
  path: string;
}

/** How many frames the choice is made from: about two seconds. */
const comparedFrames = 50;

/** Where in a video a telling frame is looked for, as shares of its length: openings and pauses may be black. */
const placesOfChoice = [0.1, 0.3, 0.5, 0.75];

/** Pictures of RGB are judged as the JPEG that they become: the filter takes YUV alone, and no other conversion knows the matrix. */
const isRgb = /^(gbr|rgb|bgr|argb|abgr|0rgb|0bgr|pal8)/;

/** Lets pictures pass that are not black (https://ffmpeg.org/ffmpeg-filters.html#blackframe): at most so many percent of theirs are. */
const notBlack = ["blackframe=amount=0", "metadata=mode=select:key=lavfi.blackframe.pblack:value=95:function=less"];

/** Takes posters at 360, 720, 1080 and 1440 pixels of the shorter side, never larger than the source, in one seek. */
export async function makePosters(options: PosterOptions): Promise<Poster[]> {
  const { facts } = options;
  const sizes = planLadder({ width: facts.video.width, height: facts.video.height, fps: 30 }, defaultLadder);
  const lastMoment = Math.max(0, facts.video.durationSeconds - 1 / toNumber(facts.video.fps));
  const choices = placesOfChoice.map((share) => Math.min(facts.video.durationSeconds * share, 30 + share * 600));
  const wanted = options.atSeconds ?? choices[0] ?? 0;
  if (options.atSeconds === undefined) {
    for (const atSeconds of choices) {
      const posters = await takePosters(options, sizes, Math.min(atSeconds, lastMoment), true);
      if (posters) return posters;
    }
  }
  // Near the end of a file the seek may find nothing left to decode; the beginning always has a frame.
  for (const atSeconds of new Set([Math.min(Math.max(0, wanted), lastMoment), 0])) {
    const posters = await takePosters(options, sizes, atSeconds, false);
    if (posters) return posters;
  }
  throw new MediaError(
    "corrupt_file",
    "No picture of this video can be decoded; export it again as MP4 (H.264) and upload that.",
    false,
  );
}

async function takePosters(
  options: PosterOptions,
  sizes: readonly PlannedRendition[],
  atSeconds: number,
  skipsBlack: boolean,
): Promise<Poster[] | null> {
  const { facts, workFolder } = options;
  const choose = options.atSeconds === undefined ? [`thumbnail=n=${comparedFrames}`] : [];
  const filters = await mediaFilters();
  const alpha = onBlack(facts.video.pixelFormat, filters);
  const largest = sizes.at(-1);
  const mapped = toneMapped(facts, filters);
  const mapping = largest && mapped.length > 0 ? [`scale=${largest.width}:${largest.height}`, ...mapped] : [];
  const matrix = mapping.length > 0 ? "bt709" : sourceMatrix(facts);
  const judged = skipsBlack ? notBlack : [];
  const isJudgedLast = isRgb.test(facts.video.pixelFormat);
  const branches = sizes.map((size, index) => {
    const drawn = [jpegFilters(`${size.width}:${size.height}`, matrix), ...(isJudgedLast ? judged : [])].join(",");
    return `[s${index}]${drawn}[p${index}]`;
  });
  // ffmpeg 5 compares pictures in RGB of 8 bits, which is too little for HDR: they are mapped before.
  const chain = [...alpha, ...mapping, ...(isJudgedLast ? [] : judged), ...choose, `split=${sizes.length}`].join(",");
  const graph = `[0:${facts.video.streamIndex}]${chain}${sizes.map((_, index) => `[s${index}]`).join("")};${branches.join(";")}`;
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
      ...(atSeconds > 0 ? ["-ss", atSeconds.toFixed(6)] : []),
      ...hostileInputOptions,
      ...["-i", fileUrl(options.source), "-filter_complex", graph],
      ...sizes.flatMap((size, index) => [
        ...["-map", `[p${index}]`, "-frames:v", "1", ...jpegEncoder(3), "-f", "image2", "-update", "1"],
        fileUrl(posterPath(workFolder, size.label)),
      ]),
    ],
    inputs: [options.source],
    workFolder,
    signal: options.signal,
    limits: { wallSeconds: 120, cpuSeconds: 300, fileBytes: 64 * 1024 ** 2 },
  });
  requireSuccess(result);
  const files = new Set(await readdir(workFolder));
  if (!sizes.every((size) => files.has(posterName(size.label)))) return null;
  return sizes.map((size) => ({
    label: size.label,
    width: size.width,
    height: size.height,
    path: posterPath(workFolder, size.label),
  }));
}

function posterName(label: string): string {
  return `poster-${label}.jpg`;
}

function posterPath(workFolder: string, label: string): string {
  return join(workFolder, posterName(label));
}
