/** Where the media tools are and what they can do; shown in health. */
export interface MediaCapabilities {
  ffmpegPath: string;
  ffprobePath: string;
  /** `5.1.9-0+deb12u1` */
  version: string;
  /** Who provides it: FFMPEG_PATH, the system, or the bundled fallback. */
  origin: "configured" | "system" | "bundled";
  /** Sentences for the operator: an old version, a missing encoder, … */
  warnings: string[];
  encoders: ReadonlySet<string>;
  filters: ReadonlySet<string>;
  muxers: ReadonlySet<string>;
  protocols: ReadonlySet<string>;
}

/**
 * Finds ffmpeg and ffprobe (FFMPEG_PATH, else the system's ≥ 5, else the bundled ones) and asks what they can do. Cached.
 *
 * @throws MediaError `tool_missing` naming how to install it.
 */
export declare function mediaCapabilities(): Promise<MediaCapabilities>;
