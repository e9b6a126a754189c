import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as later } from "node:timers/promises";
import { promisify } from "node:util";
import { publisherClip } from "@kinora/media/fixtures/publisher-clip.ts";
import { withSplices, type SectionAt } from "@kinora/media/live/transport-fixtures.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";

/** An encoder out there that announces splices: sends the clip over SRT in real time, with these sections in it. */
export async function sendWithSplices(
  address: string,
  sections: (firstPts: number) => readonly SectionAt[],
): Promise<{ stop(): void; said(): string }> {
  const { ffmpegPath } = await mediaTools();
  const args = ["-v", "error", "-i", await publisherClip(), "-c", "copy", "-f", "mpegts", "pipe:1"];
  const options = { encoding: "buffer", maxBuffer: 256 * 1024 * 1024 } as const;
  const { stdout } = await promisify(execFile)(ffmpegPath, args, options);
  const { packets } = withSplices(stdout, sections);
  // The packets as they are: ffmpeg's own transport stream has no such sections.
  const sender = spawn(
    ffmpegPath,
    ["-v", "error", "-f", "data", "-i", "pipe:0", "-map", "0", "-c", "copy", "-f", "data", address],
    { stdio: ["pipe", "ignore", "pipe"] },
  );
  let text = "";
  sender.stderr.on("data", (bytes: Buffer) => (text += bytes.toString()));
  sender.stdin.on("error", () => undefined);
  const stopped = new AbortController();
  const begunAt = performance.now();
  const send = async () => {
    for (const { seconds, bytes } of packets) {
      const early = seconds * 1000 - (performance.now() - begunAt);
      if (early > 20) await later(early, null, { signal: stopped.signal });
      if (!sender.stdin.write(bytes)) await once(sender.stdin, "drain", { signal: stopped.signal });
    }
    sender.stdin.end();
  };
  send().catch((error: unknown) => {
    if (!stopped.signal.aborted) text += String(error);
  });
  return {
    stop() {
      stopped.abort();
      sender.kill("SIGKILL");
    },
    said: () => text,
  };
}
