import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { mediaTools } from "../tools/capabilities.ts";
import { canWrite, clock } from "./clock.ts";
import { sceneGraph, type SceneName } from "./scenes.ts";

const execute = promisify(execFile);

/** A clip made from nothing, to try things with: what it shows, its size in pixels and its length. */
export interface DemoClip {
  picture: SceneName;
  /** Chooses colours and shapes of the picture, and the pitch of the tone; default 0. */
  variant?: number;
  /** Shows the time of each frame, where ffmpeg can write text. */
  showsTime?: boolean;
  width: number;
  height: number;
  fps?: number;
  durationSeconds: number;
}

const FPS = 30;
/** Notes of a pentatonic scale, in Hz. */
const TONES = [330, 220, 247, 294, 392] as const;

/** Makes the clip as an MP4 (H.264, AAC) at `path`. @throws when ffmpeg cannot make it. */
export async function makeDemoClip(clip: DemoClip, path: string): Promise<void> {
  const { picture, variant = 0, showsTime = false, width, height, fps = FPS, durationSeconds } = clip;
  const { ffmpegPath } = await mediaTools();
  const graph = sceneGraph({ name: picture, variant, width, height, fps });
  const timed = showsTime && (await canWrite()) ? ["-vf", clock(clip)] : [];
  const tone = TONES[variant % TONES.length] ?? TONES[0];
  await execute(ffmpegPath, [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
    ...["-f", "lavfi", "-i", graph],
    ...["-f", "lavfi", "-i", `sine=frequency=${tone}:sample_rate=48000:duration=${durationSeconds}`],
    ...timed,
    ...["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-g", String(2 * fps)],
    ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"],
    ...["-c:a", "aac", "-b:a", "96k", "-t", String(durationSeconds), "-movflags", "+faststart", path],
  ]);
}
