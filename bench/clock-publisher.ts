import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import { clockFrame, clockPicture } from "./burnt-clock.ts";
import { median } from "./rounds.ts";

const FPS = 30;
/** Frames whose way through the encoder is timed, once it is warm. */
const TIMED_FRAMES = 200;
const WARM_FRAMES = 60;

/** Of an FLV tag: its type, its size, and what a video tag begins with (Adobe FLV specification 10.1, E.4). */
const FLV_HEADER_BYTES = 13;
const TAG_HEADER_BYTES = 11;
const TAG_END_BYTES = 4;
const VIDEO_TAG = 9;
const CODED_FRAME = 1;

type Encoder = ChildProcessByStdio<Writable, Readable, null>;

/** Publishes a picture that carries the moment it was made, with a tone, in real time; ends with `cleanUp`. */
export async function publishClock(cleanUp: AsyncDisposableStack, address: string): Promise<void> {
  const encoder = await startEncoder(cleanUp, address);
  encoder.stdout.resume();
  feed(cleanUp, encoder, () => undefined);
}

/** Milliseconds from when a picture is handed to that encoder until it gives it away, on this machine; the median. */
export async function encodingDelay(): Promise<number> {
  await using own = new AsyncDisposableStack();
  const encoder = await startEncoder(own, "pipe:1");
  const made: number[] = [];
  const delays: number[] = [];
  feed(own, encoder, (at) => made.push(at));
  const split = splitTags();
  for await (const chunk of encoder.stdout) {
    for (const tag of split(chunk as Buffer)) {
      if (tag.readUInt8(0) !== VIDEO_TAG || tag.readUInt8(TAG_HEADER_BYTES + 1) !== CODED_FRAME) continue;
      delays.push(Date.now() - (made[delays.length] ?? Number.NaN));
    }
    if (delays.length >= WARM_FRAMES + TIMED_FRAMES) break;
  }
  return median(delays.slice(WARM_FRAMES));
}

async function startEncoder(cleanUp: AsyncDisposableStack, output: string): Promise<Encoder> {
  const { ffmpegPath } = await mediaCapabilities();
  const { width, height } = clockPicture;
  const encoder = spawn(
    ffmpegPath,
    [
      ...["-hide_banner", "-nostdin", "-v", "fatal", "-use_wallclock_as_timestamps", "1", "-f", "rawvideo"],
      ...["-pix_fmt", "gray", "-video_size", `${width}x${height}`, "-framerate", String(FPS), "-i", "pipe:0"],
      ...["-re", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"],
      ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", String(FPS)],
      ...["-pix_fmt", "yuv420p", "-b:v", "1500k", "-c:a", "aac", "-f", "flv", output],
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const gone = new Promise<void>((done) => encoder.once("exit", () => done()));
  cleanUp.defer(async () => {
    encoder.kill("SIGKILL");
    await gone;
  });
  return encoder;
}

function feed(cleanUp: AsyncDisposableStack, { stdin }: Encoder, onMade: (at: number) => void): void {
  // Its end breaks the pipe; that is how a benchmark stops it.
  stdin.on("error", () => undefined);
  const timer = setInterval(() => {
    // A late picture would carry its delay to the viewer: what does not fit is not made.
    if (stdin.writableLength > 0) return;
    const now = Date.now();
    onMade(now);
    stdin.write(clockFrame(now));
  }, 1_000 / FPS);
  cleanUp.defer(() => clearInterval(timer));
}

/** Splits FLV into its tags. */
function splitTags(): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  let skipped = 0;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const tags: Buffer[] = [];
    if (skipped < FLV_HEADER_BYTES) {
      const header = Math.min(FLV_HEADER_BYTES - skipped, rest.length);
      skipped += header;
      rest = rest.subarray(header);
    }
    while (rest.length >= TAG_HEADER_BYTES) {
      const bytes = TAG_HEADER_BYTES + rest.readUIntBE(1, 3) + TAG_END_BYTES;
      if (rest.length < bytes) break;
      tags.push(rest.subarray(0, bytes));
      rest = rest.subarray(bytes);
    }
    return tags;
  };
}
