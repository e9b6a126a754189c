import { writableFont } from "./font.ts";
import { startLiveProcess } from "./liveProcess.ts";
import type { LiveProcess } from "./liveProcess.ts";

/** A test picture and where it goes. */
export interface TestPictureOptions {
  width: number;
  height: number;
  fps: number;
  bitrateKbps: number;
  /** `rtmp://…` to publish to, or `pipe:1`: FLV on output 1. */
  output: string;
  /** For ever unless said. */
  durationSeconds?: number;
}

/** Publishes a moving test picture with the time of day (UTC, where ffmpeg can write text) and a tone that beeps, in real time. */
export async function startTestPicture(options: TestPictureOptions): Promise<LiveProcess> {
  const isPiped = options.output === "pipe:1";
  return startLiveProcess({
    args: testPictureArguments(options, await writableFont()),
    outputs: isPiped ? [1] : [],
    network: !isPiped,
  });
}

function testPictureArguments(options: TestPictureOptions, font: string | null): string[] {
  const { width, height, fps, bitrateKbps, output, durationSeconds } = options;
  const clock = font === null ? [] : ["-vf", clockFilter(font, fps, height)];
  return [
    ...["-hide_banner", "-nostdin", "-v", "error", "-nostats"],
    ...["-re", "-f", "lavfi", "-i", `testsrc2=size=${width}x${height}:rate=${fps}`],
    ...["-re", "-f", "lavfi", "-i", "sine=frequency=330:beep_factor=4:sample_rate=48000"],
    ...clock,
    ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p"],
    ...["-b:v", `${bitrateKbps}k`, "-maxrate", `${bitrateKbps}k`, "-bufsize", `${bitrateKbps}k`],
    ...["-g", String(Math.round(fps * 2)), "-keyint_min", String(Math.round(fps * 2)), "-sc_threshold", "0"],
    ...["-c:a", "aac", "-b:a", "96k", "-ac", "2"],
    ...(durationSeconds === undefined ? [] : ["-t", String(durationSeconds)]),
    ...["-flush_packets", "1", "-flvflags", "no_duration_filesize", "-f", "flv", output],
  ];
}

/** The time of day when the frame is made, to the millisecond: ffmpeg writes a frame's own time, so frames are given that of the clock meanwhile. */
function clockFilter(font: string, fps: number, height: number): string {
  const size = Math.max(12, Math.round(height / 9));
  const text = `drawtext=fontfile=${font}:fontsize=${size}:fontcolor=white:box=1:boxcolor=black:boxborderw=${Math.round(size / 3)}:x=(w-text_w)/2:y=(h-text_h)/2:text='%{pts\\:hms}'`;
  return `settb=1/1000000,setpts='mod(RTCTIME\\,86400000000)',${text},setpts='N*1000000/${fps}'`;
}
