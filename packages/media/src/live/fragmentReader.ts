import type { Readable } from "node:stream";

/** One track of a live stream. */
export interface LiveTrack {
  trackId: number;
  kind: "video" | "audio";
  timescale: number;
  /** RFC 6381. */
  codec: string;
}

/** The initialisation segment of a live fMP4 stream and what it says. */
export interface LiveInit {
  bytes: Buffer;
  tracks: readonly LiveTrack[];
  /** RFC 6381, picture first. */
  codecs: readonly string[];
  /** Pixels; 0 without a picture. */
  width: number;
  height: number;
  /** From the first fragment's frames. */
  frameRate: number | null;
  /** Of the first fragment, bits per second. */
  bitrate: number;
}

/** A `moof`+`mdat` of all tracks. */
export interface LiveFragment {
  bytes: Buffer;
  tracks: readonly { trackId: number; startTicks: number; durationTicks: number; timescale: number }[];
  /** When its first frame shows, on the encoder's own clock. */
  startSeconds: number;
  /** Of the picture; of the sound where there is no picture. */
  durationSeconds: number;
  /** Begins with a key frame. */
  independent: boolean;
}

/** A live fMP4 stream from its first fragment on. */
export interface FragmentStream {
  init: LiveInit;
  fragments: AsyncGenerator<LiveFragment, void>;
}

/** Ceilings of what a stream may make us hold. */
export interface FragmentLimits {
  largestInitBytes: number;
  largestFragmentBytes: number;
}

/**
 * Reads what ffmpeg writes with `-movflags +frag_keyframe+empty_moov+default_base_moof`; answers once the first fragment is here,
 * null when the stream ends before it.
 *
 * @throws FragmentError
 */
export declare function openFragments(
  stream: Readable,
  limits?: Partial<FragmentLimits>,
): Promise<FragmentStream | null>;

/** The stream is not what an encoder writes: `oversized`, `malformed` or `unsupported`. */
export declare class FragmentError extends Error {
  readonly code: "oversized" | "malformed" | "unsupported";
}
