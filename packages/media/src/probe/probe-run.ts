import { text } from "node:stream/consumers";
import { MediaError } from "../tools/errors.ts";
import { runTool } from "../tools/run.ts";
import type { ToolLimits, ToolReader } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { fileUrl, hostileInputOptions } from "./containers.ts";

/** Limits of a probe. */
export interface ProbeOptions {
  signal?: AbortSignal;
  /** At most 15. */
  timeoutSeconds?: number;
  /** Called once the tool runs: what is begun beside it then does not come before it. */
  onBegun?: () => void;
}

const probeLimits: ToolLimits = { wallSeconds: 15, cpuSeconds: 15, memoryBytes: 2 * 1024 ** 3, fileBytes: 0 };

const killed = 128 + 9;
const outOfTime = 128 + 24;

const corruptMessage = "This file is damaged or is not a video; export it again as MP4 (H.264) and upload that.";

/** What ffprobe, sandboxed and limited, answers about a file. @throws MediaError as `probe`. */
export async function askProbe(path: string, options: ProbeOptions, args: readonly string[]): Promise<string> {
  let answer = "";
  const wallSeconds = Math.min(options.timeoutSeconds ?? probeLimits.wallSeconds, probeLimits.wallSeconds);
  await runProbe(path, { ...options, wallSeconds }, args, async (stream) => {
    answer = await text(stream);
  });
  return answer;
}

/** As `askProbe`, for answers too long to be kept: `wallSeconds` is the limit of time and of CPU time. */
export async function runProbe(
  path: string,
  { signal, wallSeconds, onBegun }: { signal?: AbortSignal; wallSeconds: number; onBegun?: () => void },
  args: readonly string[],
  read: ToolReader,
): Promise<void> {
  const result = await runTool({
    binary: "ffprobe",
    args: [
      ...["-v", "error", ...hostileInputOptions, "-probesize", "50M", "-analyzeduration", "20M"],
      ...[...args, "-i", fileUrl(path)],
    ],
    inputs: [path],
    workFolder: null,
    limits: { ...probeLimits, wallSeconds, cpuSeconds: wallSeconds },
    readers: new Map([[1, read]]),
    ...(signal ? { signal } : {}),
    ...(onBegun ? { onBegun } : {}),
  });
  const { exitCode, stderrTail } = result;
  if (exitCode === 0) return;
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
