/** A segment as the playlist needs it. */
export interface PlaylistSegment {
  /** Relative to the playlist. */
  uri: string;
  durationSeconds: number;
}

/** A media playlist (RFC 8216bis §4.4.3). */
export interface MediaPlaylistOptions {
  segments: readonly PlaylistSegment[];
  /** Must never change while the playlist grows. */
  targetDurationSeconds: number;
  /** False while more segments will come (EVENT), true at the end (VOD, ENDLIST). */
  ended: boolean;
  /** `init.mp4` unless said. */
  initUri?: string;
}

/** Writes a media playlist: EVENT from its start while growing, VOD when ended. */
export declare function mediaPlaylist(options: MediaPlaylistOptions): string;

/** One video rendition of the master playlist, with figures from its real segments. */
export interface MasterVariant {
  /** Playlist, relative to the master. */
  uri: string;
  width: number;
  height: number;
  fps: { numerator: number; denominator: number };
  codec: string;
  /** Largest segment, bits per second. */
  peakBitrate: number;
  /** Over all segments, bits per second. */
  averageBitrate: number;
}

/** The audio rendition of the master playlist. */
export interface MasterAudio {
  uri: string;
  codec: string;
  peakBitrate: number;
  averageBitrate: number;
  name: string;
  /** BCP 47, when known. */
  language?: string;
  channels: number;
}

/** A subtitle rendition of the master playlist. */
export interface MasterSubtitles {
  uri: string;
  name: string;
  language?: string;
  /** Shown unless the viewer chose otherwise. */
  byDefault: boolean;
  forced?: boolean;
}

/** The whole master playlist. */
export interface MasterPlaylistOptions {
  variants: readonly MasterVariant[];
  audio: MasterAudio | null;
  subtitles: readonly MasterSubtitles[];
}

/** Writes a master playlist (RFC 8216bis §4.4.6), lowest variant first. */
export declare function masterPlaylist(options: MasterPlaylistOptions): string;

/** A WebVTT file as one subtitle segment. */
export declare function subtitlePlaylist(uri: string, durationSeconds: number): string;

/** Peak and average bits per second of a rendition, for the master playlist. */
export declare function measureBitrates(segments: readonly { sizeBytes: number; durationSeconds: number }[]): {
  peakBitrate: number;
  averageBitrate: number;
};
