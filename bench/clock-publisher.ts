import { spawn } from "node:child_process";
import { mediaCapabilities } from "@kinora/media/capabilities.ts";
import { clockFrame, clockPicture } from "./burnt-clock.ts";

const FPS = 30;

/** Publishes a picture that carries the moment it was made, with a tone, in real time; ends with `cleanUp`. */
export async function publishClock(cleanUp: AsyncDisposableStack, address: string): Promise<void> {
  const { ffmpegPath } = await mediaCapabilities();
  const { width, height } = clockPicture;
  const child = spawn(
    ffmpegPath,
    [
      ...["-hide_banner", "-nostdin", "-v", "error", "-use_wallclock_as_timestamps", "1", "-f", "rawvideo"],
      ...["-pix_fmt", "gray", "-video_size", `${width}x${height}`, "-framerate", String(FPS), "-i", "pipe:0"],
      ...["-re", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"],
      ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", String(FPS)],
      ...["-pix_fmt", "yuv420p", "-b:v", "1500k", "-c:a", "aac", "-f", "flv", address],
    ],
    { stdio: ["pipe", "ignore", "inherit"] },
  );
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  // Its end breaks the pipe; that is how a benchmark stops it.
  child.stdin.on("error", () => undefined);
  const timer = setInterval(() => {
    // A late picture would carry its delay to the viewer: what does not fit is not made.
    if (child.stdin.writableLength === 0) child.stdin.write(clockFrame(Date.now()));
  }, 1_000 / FPS);
  cleanUp.defer(async () => {
    clearInterval(timer);
    child.kill("SIGKILL");
    await gone;
  });
}
