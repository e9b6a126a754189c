import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { mediaCapabilities } from "./capabilities.ts";

const execute = promisify(execFile);

/** A clip made from nothing, to try things with: what it shows, its size in pixels and its length. */
export interface DemoClip {
  picture: "testCard" | "gradients" | "life";
  width: number;
  height: number;
  durationSeconds: number;
}

// ffmpeg-filters, "Video Sources".
const SOURCES: Record<DemoClip["picture"], (clip: DemoClip) => string> = {
  testCard: ({ width, height, durationSeconds }) =>
    `testsrc2=size=${width}x${height}:rate=30:duration=${durationSeconds}`,
  gradients: ({ width, height, durationSeconds }) =>
    `gradients=size=${width}x${height}:rate=30:speed=0.02:duration=${durationSeconds}`,
  life: ({ width, height, durationSeconds }) =>
    `life=size=${width / 8}x${height / 8}:rate=12:mold=10:random_seed=4:ratio=0.25:death_color=#203060:life_color=#6fa8ff,` +
    `scale=${width}:${height}:flags=neighbor,trim=duration=${durationSeconds}`,
};

/** Makes the clip as an MP4 (H.264, AAC) at `path`. @throws when ffmpeg cannot make it. */
export async function makeDemoClip(clip: DemoClip, path: string): Promise<void> {
  const { ffmpegPath } = await mediaCapabilities();
  await execute(ffmpegPath, [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
    ...["-f", "lavfi", "-i", SOURCES[clip.picture](clip)],
    ...["-f", "lavfi", "-i", `sine=frequency=330:sample_rate=48000:duration=${clip.durationSeconds}`],
    ...["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", "60", "-c:a", "aac", "-b:a", "96k"],
    ...["-t", String(clip.durationSeconds), "-movflags", "+faststart", path],
  ]);
}
