import { open, stat } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { hostileInputOptions, fileUrl } from "./containers.ts";
import { MediaError } from "./errors.ts";
import type { SourceFacts } from "./facts.ts";
import { looksLikePicture } from "./pictures.ts";
import { readFacts } from "./probeAnswer.ts";
import { runTool } from "./run.ts";
import type { ToolLimits, ToolRun } from "./run.ts";
import { requireSuccess } from "./toolFailure.ts";

/** Limits of a probe. */
export interface ProbeOptions {
  signal?: AbortSignal;
  /** At most 15. */
  timeoutSeconds?: number;
}

const probeLimits: ToolLimits = { wallSeconds: 15, cpuSeconds: 15, memoryBytes: 2 * 1024 ** 3, fileBytes: 0 };

const killed = 128 + 9;
const outOfTime = 128 + 24;

const corruptMessage = "This file is damaged or is not a video; export it again as MP4 (H.264) and upload that.";

/**
 * Looks at a file with ffprobe, sandboxed and limited, and says what it is.
 *
 * @throws MediaError `not_a_video`, `no_video_track`, `unsupported_codec`, `unsupported_container`, `corrupt_file`,
 *   `too_short`, `too_large`, `timeout`, `aborted`: each with one sentence for the owner of the file.
 */
export async function probe(path: string, options: ProbeOptions = {}): Promise<SourceFacts> {
  const sizeBytes = await sizeOf(path);
  if (sizeBytes === 0) throw new MediaError("corrupt_file", "This file is empty; upload it again.", false);
  if (looksLikePicture(await firstBytes(path))) {
    throw new MediaError("not_a_video", "This file is a picture, not a video; upload a video file such as MP4.", false);
  }
  const answer = await ask(path, options, ["-show_format", "-show_streams", "-of", "json"]);
  const facts = readFacts(answer, sizeBytes);
  if (facts.durationSeconds > 0) return facts;

  // Browsers record WebM without saying how long it is: the last packet says it.
  const packets = await ask(path, options, [
    "-select_streams",
    String(facts.video.streamIndex),
    "-show_entries",
    "packet=pts_time",
    "-of",
    "csv=p=0",
  ]);
  return withDuration(facts, lastTime(packets));
}

async function ask(path: string, options: ProbeOptions, args: string[]): Promise<string> {
  let answer = "";
  const run: ToolRun = {
    binary: "ffprobe",
    args: [
      "-v",
      "error",
      ...hostileInputOptions,
      "-probesize",
      "50M",
      "-analyzeduration",
      "20M",
      ...args,
      "-i",
      fileUrl(path),
    ],
    inputs: [path],
    workFolder: null,
    limits: { ...probeLimits, wallSeconds: Math.min(options.timeoutSeconds ?? 15, 15) },
    readers: new Map([[1, async (stream) => void (answer = await text(stream))]]),
    ...(options.signal ? { signal: options.signal } : {}),
  };
  const result = await runTool(run);
  const { exitCode, stderrTail } = result;
  if (exitCode === 0) return answer;
  // Killed from outside or by its limits: that says nothing about the file.
  if (exitCode === killed || exitCode === outOfTime) requireSuccess(result);
  if (stderrTail.some((line) => line.includes("not on whitelist") || line.includes("Not whitelisted"))) {
    throw new MediaError(
      "unsupported_container",
      "This kind of file cannot be played; export it as MP4 (H.264) and upload that.",
      false,
      { detail: stderrTail },
    );
  }
  throw new MediaError("corrupt_file", corruptMessage, false, { detail: stderrTail });
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw new MediaError("corrupt_file", "The uploaded file is no longer there; upload it again.", true, {
      cause: error,
    });
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function lastTime(packets: string): number {
  let last = 0;
  for (const line of packets.split("\n")) {
    const time = Number.parseFloat(line);
    if (time > last) last = time;
  }
  return last;
}

function withDuration(facts: SourceFacts, endSeconds: number): SourceFacts {
  const durationSeconds = endSeconds - facts.video.startTimeSeconds;
  if (!(durationSeconds > 0)) throw new MediaError("too_short", tooShortMessage, false);
  return {
    ...facts,
    durationSeconds,
    bitrate: Math.round((facts.sizeBytes * 8) / durationSeconds),
    video: { ...facts.video, durationSeconds },
    audio: facts.audio ? { ...facts.audio, durationSeconds } : null,
  };
}

const tooShortMessage = "This video has only one frame; upload one that is longer.";
