import { canWrite, clock, CLOCK_FONT } from "../scenes/clock.ts";
import { sceneGraph } from "../scenes/scenes.ts";
import { startLiveProcess } from "./live-process.ts";
import type { LiveProcess } from "./live-process.ts";

/** Options of a test picture. */
export interface TestPictureOptions {
  width: number;
  height: number;
  fps: number;
  bitrateKbps: number;
  /** `rtmp://…` to publish to, or `pipe:1`: FLV on output 1. */
  output: string;
  /** Default unlimited. */
  durationSeconds?: number;
}

/** Publishes a moving test picture with the time of day (UTC, where ffmpeg can write text) and a tone that beeps, in real time. */
export async function startTestPicture(options: TestPictureOptions): Promise<LiveProcess> {
  const isPiped = options.output === "pipe:1";
  const hasClock = await canWrite();
  return startLiveProcess({
    args: testPictureArguments(options, hasClock),
    outputs: isPiped ? [1] : [],
    readable: hasClock ? [CLOCK_FONT] : [],
    network: !isPiped,
  });
}

function testPictureArguments(options: TestPictureOptions, hasClock: boolean): string[] {
  const { width, height, fps, bitrateKbps, output, durationSeconds } = options;
  const graph = sceneGraph({ name: "horizon", width, height, fps });
  return [
    ...["-hide_banner", "-nostdin", "-v", "error", "-nostats"],
    ...["-re", "-f", "lavfi", "-i", graph],
    ...["-re", "-f", "lavfi", "-i", "sine=frequency=330:beep_factor=4:sample_rate=48000"],
    ...(hasClock ? ["-vf", wallClock(options)] : []),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p"],
    ...["-b:v", `${bitrateKbps}k`, "-maxrate", `${bitrateKbps}k`, "-bufsize", `${bitrateKbps}k`],
    ...["-g", String(Math.round(fps * 2)), "-keyint_min", String(Math.round(fps * 2)), "-sc_threshold", "0"],
    ...["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"],
    ...["-c:a", "aac", "-b:a", "96k", "-ac", "2"],
    ...(durationSeconds === undefined ? [] : ["-t", String(durationSeconds)]),
    ...["-flush_packets", "1", "-flvflags", "no_duration_filesize", "-f", "flv", output],
  ];
}

/** Draws the wall-clock time in milliseconds: `drawtext` writes a frame's timestamp, so frames temporarily get that of the clock. */
function wallClock({ fps, height }: TestPictureOptions): string {
  return `settb=1/1000000,setpts='mod(RTCTIME\\,86400000000)',${clock({ height })},setpts='N*1000000/${fps}'`;
}
