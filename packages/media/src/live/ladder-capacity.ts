import { once } from "node:events";
import { availableParallelism, cpus, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { defaultLadder, type PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { mediaFilters, mediaTools } from "../tools/capabilities.ts";
import { MediaError } from "../tools/errors.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { encoderArguments, firstRungPipe } from "./encoder-arguments.ts";
import { planLiveEncode, type LiveEncodePlan, type LiveInput } from "./live-encode-plan.ts";
import { startLiveProcess } from "./live-process.ts";

/** The input of a full ladder. */
const fullInput: LiveInput = { width: 1920, height: 1080, fps: 30, videoCodec: "h264", audioCodec: "aac" };
const fullLadder = planLiveEncode({
  input: fullInput,
  ladder: defaultLadder.filter(({ shortSidePixels }) => shortSidePixels <= 1080),
  passThrough: false,
});

/** Share of the processor reserved for other work and for video that is harder to encode. */
const spareShare = 0.2;
/** Long enough that the encoder's start is negligible. */
const measuredSeconds = 3;
const lowestPriority = 19;

const pixelRate = (fps: number, rungs: readonly PlannedRendition[]): number =>
  rungs.reduce((sum, { width, height }) => sum + width * height * fps, 0);
const fullPixelRate = pixelRate(fullLadder.fps, fullLadder.rungs);

/** Cost of tone mapping a pixel, in those of encoding one: 0.75 processor seconds a second for 1080p30 beside 0.83 for a full ladder. */
const toneMappingCost = 1.4;

/** Cost of an encode in full ladders (360p, 720p and 1080p of 1080p30); pass-through is free, HDR is tone mapped in its largest size. */
export function ladderShare({
  passThrough,
  fps,
  rungs,
  input,
}: Pick<LiveEncodePlan, "passThrough" | "fps" | "rungs"> & Partial<Pick<LiveEncodePlan, "input">>): number {
  if (passThrough) return 0;
  const mapped = input?.picture?.hdr ? toneMappingCost * pixelRate(fps, rungs.slice(-1)) : 0;
  return (pixelRate(fps, rungs) + mapped) / fullPixelRate;
}

/** The plan without the highest rungs that exceed `free` full ladders; the lowest rung always stays. */
export function planWithin(plan: LiveEncodePlan, free: number): LiveEncodePlan {
  let rungs = plan.rungs;
  while (rungs.length > 1 && ladderShare({ ...plan, rungs }) > free) rungs = rungs.slice(0, -1);
  return rungs.length === plan.rungs.length ? plan : { ...plan, rungs };
}

/** Identifies the processor and the encoder of this machine, for which a measured capacity is valid. @throws MediaError `tool_missing` */
export async function capacityMeasuredWith(): Promise<string> {
  const { version } = await mediaTools();
  return `${availableParallelism()} × ${cpus()[0]?.model ?? "processor"}, ffmpeg ${version}`;
}

/**
 * Measures how many full ladders this machine encodes in real time: encodes a short clip as livestreams are, with the lowest
 * priority. CPU time counts, so that other load makes no difference.
 *
 * @throws MediaError
 */
export async function measureLadders(plan: LiveEncodePlan = fullLadder): Promise<number> {
  const film = await someFilm(plan.input);
  const cpuSeconds = await encodeOnce(plan, film);
  const laddersOfOneCore = (ladderShare(plan) * measuredSeconds) / cpuSeconds;
  return laddersOfOneCore * availableParallelism() * (1 - spareShare);
}

/** Moving video with camera-like grain, and a tone, as FLV. */
async function someFilm({ width, height, fps }: LiveInput): Promise<Buffer> {
  const process = await startLiveProcess({
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", "-nostats"],
      ...[
        "-f",
        "lavfi",
        "-i",
        `testsrc2=size=${width}x${height}:rate=${fps}`,
        "-f",
        "lavfi",
        "-i",
        "sine=sample_rate=48000",
      ],
      ...[
        "-t",
        String(measuredSeconds),
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-g",
        String(fps),
        "-pix_fmt",
        "yuv420p",
      ],
      ...["-b:v", "6000k", "-c:a", "aac", "-f", "flv", "pipe:1"],
    ],
    outputs: [1],
  });
  giveWay(process.pid);
  const chunks: Buffer[] = [];
  for await (const chunk of process.outputs.get(1) ?? []) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  requireSuccess(await process.ended);
  return Buffer.concat(chunks);
}

/** Sets the lowest priority. */
function giveWay(pid: number | null): void {
  try {
    if (pid !== null) setPriority(pid, lowestPriority);
  } catch {
    // The process has exited; its result says how.
  }
}

const spent = /^bench: utime=([\d.]+)s stime=([\d.]+)s/;

/** Encodes a clip once; returns the CPU time in seconds. */
async function encodeOnce(plan: LiveEncodePlan, film: Buffer): Promise<number> {
  let cpuSeconds = 0;
  // The CPU time is in the encoder's log.
  const args = encoderArguments(plan, 0, await mediaFilters()).map((word, at, words) =>
    words[at - 1] === "-v" ? "info" : word,
  );
  const process = await startLiveProcess({
    args: ["-benchmark", ...args],
    input: true,
    outputs: [1, ...plan.rungs.map((_, position) => firstRungPipe + position)],
    onStderrLine: (line) => {
      const [, user, system] = spent.exec(line) ?? [];
      if (user !== undefined && system !== undefined) cpuSeconds = Number(user) + Number(system);
    },
  });
  giveWay(process.pid);
  const drained = [...process.outputs.values()].map((stream: Readable) => once(stream.resume(), "close"));
  process.input?.end(film);
  requireSuccess(await process.ended);
  await Promise.all(drained);
  if (!(cpuSeconds > 0)) throw new MediaError("tool_failed", "The encoder did not print its CPU time.", true);
  return cpuSeconds;
}
