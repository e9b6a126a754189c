import type { LiveProcess } from "./liveProcess.ts";

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

/** Publishes a moving test picture with a clock (where ffmpeg can write text) and a tone, in real time. */
export declare function startTestPicture(options: TestPictureOptions): Promise<LiveProcess>;
