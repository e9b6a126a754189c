import { MediaError } from "./errors.ts";
import { killedForMemory } from "./memory-kills.ts";
import type { ToolResult } from "./run.ts";

const full = /No space left on device|Disk quota exceeded/i;
const outOfMemory = /Cannot allocate memory|malloc.*failed|bad_alloc/i;

/** Lets a good run pass. ffmpeg may end with 0 although the machine failed it half-way, so its last words count too. @throws MediaError */
export function requireSuccess({ exitCode, stderrTail }: ToolResult): void {
  const machineFailed = stderrTail.some((line) => full.test(line) || outOfMemory.test(line));
  if (exitCode !== 0 || machineFailed) throw toolFailure(exitCode, stderrTail);
}

/** What a failed run of ffmpeg means, judged by how it ended and what it printed last. */
function toolFailure(exitCode: number, stderrTail: string[]): MediaError {
  const said = stderrTail.join("\n");
  const detail = { detail: stderrTail };
  if (full.test(said) || exitCode === 128 + 25) {
    return new MediaError(
      "disk_full",
      "The server ran out of space while preparing this video; it will be tried again.",
      true,
      detail,
    );
  }
  if (stderrTail.includes(killedForMemory)) {
    return new MediaError("out_of_memory", "The server has too little memory to prepare this video.", true, detail);
  }
  if (outOfMemory.test(said) || exitCode === 128 + 9) {
    return new MediaError(
      "out_of_resources",
      "The server ran out of memory while preparing this video; it will be tried again.",
      true,
      detail,
    );
  }
  if (exitCode === 128 + 24) {
    return new MediaError(
      "timeout",
      "Preparing this video took too long; export it with a common setting (MP4, H.264) and upload that.",
      false,
      detail,
    );
  }
  if (
    /Decoder .* not found|Decoding requested, but no decoder|Unknown decoder|codec not currently supported/i.test(said)
  ) {
    return new MediaError(
      "unsupported_codec",
      "This video uses a codec that cannot be read here; export it as MP4 (H.264) and upload that.",
      false,
      detail,
    );
  }
  if (
    /Invalid data found|moov atom not found|does not contain any stream|Error while decoding|Picture size .* is invalid|matches no streams|not on whitelist/i.test(
      said,
    )
  ) {
    return new MediaError(
      "corrupt_file",
      "This file is damaged; export it again as MP4 (H.264) and upload that.",
      false,
      detail,
    );
  }
  return new MediaError("tool_failed", "Preparing this video failed; it will be tried again.", true, detail);
}
