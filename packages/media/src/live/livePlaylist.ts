import type { LiveTimeline } from "./timeline.ts";

export interface LivePlaylistOptions {
  /** False for players that know no parts: plain HLS of whole segments. */
  lowLatency: boolean;
  /** `_HLS_skip=YES` or `v2` was asked for (delta update, RFC 8216bis §6.2.5.1). */
  skip?: boolean;
}

/** Writes the media playlist of a rung, `{rung}/index.m3u8` under the stream's folder; null for a rung nobody knows. */
export declare function liveMediaPlaylist(
  timeline: LiveTimeline,
  rung: string,
  options: LivePlaylistOptions,
): string | null;

/** Writes the master playlist, beside the rungs' folders. */
export declare function liveMasterPlaylist(timeline: LiveTimeline): string;
