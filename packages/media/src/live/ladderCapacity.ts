import { once } from "node:events";
import { availableParallelism, cpus, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { defaultLadder, type PlannedRendition } from "@kinora/domain/ladder.ts";
import { mediaCapabilities } from "../capabilities.ts";
import { MediaError } from "../errors.ts";
import { requireSuccess } from "../toolFailure.ts";
import { encoderArguments, firstRungPipe } from "./encoderArguments.ts";
import { planLiveEncode, type LiveEncodePlan, type LiveInput } from "./liveEncoder.ts";
import { startLiveProcess } from "./liveProcess.ts";

/** What a full ladder is made from. */
const fullInput: LiveInput = { width: 1920, height: 1080, fps: 30, videoCodec: "h264", audioCodec: "aac" };
const fullLadder = planLiveEncode({
  input: fullInput,
  ladder: defaultLadder.filter(({ shortSidePixels }) => shortSidePixels <= 1080),
  passThrough: false,
});

/** Of the processor, so much is left to everything else that runs, and to pictures harder than the one measured. */
const spareShare = 0.2;
/** Long enough that starting the encoder weighs little. */
const measuredSeconds = 3;
const lowestPriority = 19;

const pixelRate = (fps: number, rungs: readonly PlannedRendition[]): number =>
  rungs.reduce((sum, { width, height }) => sum + width * height * fps, 0);
const fullPixelRate = pixelRate(fullLadder.fps, fullLadder.rungs);

/** What an encode costs, in full ladders (360p, 720p and 1080p of 1080p30); what passes through costs nothing. */
export function ladderShare({
  passThrough,
  fps,
  rungs,
}: Pick<LiveEncodePlan, "passThrough" | "fps" | "rungs">): number {
  return passThrough ? 0 : pixelRate(fps, rungs) / fullPixelRate;
}

/** The plan without its highest rungs, as many as it takes to cost no more than `free` full ladders; the lowest rung always stays. */
export function planWithin(plan: LiveEncodePlan, free: number): LiveEncodePlan {
  let rungs = plan.rungs;
  while (rungs.length > 1 && ladderShare({ ...plan, rungs }) > free) rungs = rungs.slice(0, -1);
  return rungs.length === plan.rungs.length ? plan : { ...plan, rungs };
}

/** The processor and the encoder of this machine in one line: measured with others, a capacity says nothing. @throws MediaError `tool_missing` */
export async function capacityMeasuredWith(): Promise<string> {
  const { version } = await mediaCapabilities();
  return `${availableParallelism()} × ${cpus()[0]?.model ?? "processor"}, ffmpeg ${version}`;
}

/**
 * Measures how many full ladders this machine can encode in real time: a moment of film goes through the encoder as live ones
 * do, with the lowest priority. What counts is the processor's time, so that what else runs makes no difference.
 *
 * @throws MediaError
 */
export async function measureLadders(plan: LiveEncodePlan = fullLadder): Promise<number> {
  const film = await someFilm(plan.input);
  const cpuSeconds = await encodeOnce(plan, film);
  const laddersOfOneCore = (ladderShare(plan) * measuredSeconds) / cpuSeconds;
  return laddersOfOneCore * availableParallelism() * (1 - spareShare);
}

/** A moving picture with a grain like a camera's, and a tone, as FLV. */
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

/** Everything else of this machine goes first. */
function giveWay(pid: number | null): void {
  try {
    if (pid !== null) setPriority(pid, lowestPriority);
  } catch {
    // It has ended already; its result says how.
  }
}

const spent = /^bench: utime=([\d.]+)s stime=([\d.]+)s/;

/** Encodes a film once; answers the seconds the processor worked. */
async function encodeOnce(plan: LiveEncodePlan, film: Buffer): Promise<number> {
  let cpuSeconds = 0;
  // What was spent is told among everything else the encoder has to tell.
  const args = encoderArguments(plan, 0).map((word, at, words) => (words[at - 1] === "-v" ? "info" : word));
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
  if (!(cpuSeconds > 0)) throw new MediaError("tool_failed", "The encoder did not say what it spent.", true);
  return cpuSeconds;
}
