import { text } from "node:stream/consumers";
import type { VideoFacts } from "../probe/facts.ts";
import { readFacts } from "../probe/probe-answer.ts";
import { MediaError } from "../tools/errors.ts";
import { startLiveProcess } from "./live-process.ts";
import type { SnapshotSource } from "./live-snapshot.ts";

const longestMs = 5_000;

/**
 * Probes the first pictures of a livestream as `probe` does a file; its rate and duration mean nothing. Null when ffprobe finds no
 * picture within five seconds.
 * @throws MediaError `tool_missing`
 */
export async function probeLivePicture({
  bytes,
  container,
}: Pick<SnapshotSource, "bytes" | "container">): Promise<VideoFacts | null> {
  const process = await startLiveProcess({
    binary: "ffprobe",
    args: [
      ...["-v", "error", "-protocol_whitelist", "pipe", "-format_whitelist", container, "-f", container],
      ...["-show_format", "-show_streams", "-of", "json", "-i", "pipe:0"],
    ],
    input: true,
    outputs: [1],
  });
  const late = setTimeout(() => process.kill(), longestMs);
  process.input?.end(bytes);
  const output = process.outputs.get(1);
  const answer = output ? await text(output) : "";
  const { exitCode } = await process.ended;
  clearTimeout(late);
  if (exitCode !== 0) return null;
  try {
    return readFacts(answer, bytes.length).video;
  } catch (error) {
    if (error instanceof MediaError) return null;
    throw error;
  }
}
