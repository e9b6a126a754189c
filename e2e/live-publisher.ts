import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { publisherClip } from "@kinora/media/fixtures/publisher-clip.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";

/** An encoder out there, such as OBS would be. */
export interface LivePublisher {
  pid: number;
  /** Resolves with what it said when it ended, on its own or because it was refused. */
  ended: Promise<{ code: number | null; said: string }>;
  /** How much it has sent, as it reports twice a second. */
  sentBytes(): number;
  stop(): Promise<void>;
}

export interface PublishOptions {
  /** Seconds to publish; for ever unless said. */
  seconds?: number;
  /** Without sound. */
  silent?: boolean;
  /** With frames that point forwards (B-frames), as OBS sends them by default. */
  reordered?: boolean;
  /** Kilobits per second of the picture, which is noise where they are given. */
  kbps?: number;
  /** Frames, of 30 a second, from one key frame to the next. */
  group?: number;
}

/** Frames that point forwards, as OBS has them. */
const REORDERED = ["-preset", "veryfast", "-bf", "2", "-b_strategy", "0", "-rc-lookahead", "0"];
const FPS = 30;

/** Publishes a small moving picture with a tone over RTMP or SRT, in real time, with a key frame each second unless said. */
export async function publishTo(address: string, options: PublishOptions = {}): Promise<LivePublisher> {
  const { ffmpegPath } = await mediaCapabilities();
  const { reordered = false, silent = false, kbps, seconds, group } = options;
  const clip = await publisherClip({
    fps: FPS,
    ...(group === undefined ? {} : { group }),
    ...(reordered ? { encoding: REORDERED } : {}),
    ...(kbps === undefined ? {} : { kbps }),
  });
  const child = spawn(
    ffmpegPath,
    [
      ...["-hide_banner", "-nostdin", "-v", "error", "-progress", "pipe:1", "-re", "-stream_loop", "-1", "-i", clip],
      ...["-map", "0:v", ...(silent ? [] : ["-map", "0:a"]), "-c", "copy"],
      ...(seconds === undefined ? [] : ["-t", String(seconds)]),
      ...["-f", address.startsWith("srt:") ? "mpegts" : "flv", address],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let sentBytes = 0;
  createInterface(child.stdout).on("line", (line) => {
    const [, bytes] = /^total_size=(\d+)$/.exec(line) ?? [];
    if (bytes !== undefined) sentBytes = Number(bytes);
  });
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString("utf8")));
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once("exit", (code) => resolve({ code, said }));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    sentBytes: () => sentBytes,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Publishes, and connects again whenever the connection ends, as encoders do that are set to reconnect. */
export async function keepPublishing(address: string): Promise<Pick<LivePublisher, "stop">> {
  let isOver = false;
  let current = await publishTo(address);
  const again = (async () => {
    for (;;) {
      await current.ended;
      if (isOver) return;
      current = await publishTo(address);
      if (isOver) await current.stop();
    }
  })();
  return {
    async stop() {
      isOver = true;
      await current.stop();
      await again;
    },
  };
}
