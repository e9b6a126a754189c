/** Kind of a source on the timeline. */
export type LiveSourceKind = "live" | "slate" | "loop";

/** One variant of a stream in its master playlist. */
export interface LiveRung {
  /** Folder and name: `720p`, … or `source` for a pass-through. */
  label: string;
  /** Pixels; 0 before the first fragment. */
  width: number;
  height: number;
  frameRate: number | null;
  /** RFC 6381 codec strings, picture first. */
  codecs: readonly string[];
  /** Highest bits per second of any segment, audio included. */
  peakBitrate: number;
  averageBitrate: number;
}

/** The rungs of a timeline. */
export interface Ladder {
  /** Rungs of its master playlist, lowest first. */
  rungs: readonly LiveRung[];
  /** Former rungs. */
  formerRungs: readonly LiveRung[];
}

/** A part of a segment (EXT-X-PART, RFC 8216bis §4.4.4.9). */
export interface TimelinePart {
  /** Path under the stream's folder: `720p/12.3.m4s`. */
  name: string;
  durationSeconds: number;
  /** Starts with a key frame. */
  independent: boolean;
  /** Offset of its bytes in the whole segment. */
  offsetBytes: number;
  sizeBytes: number;
}

/** A rung's file of a segment. */
export interface RungSegment {
  /** Path under the stream's folder (`720p/12.m4s`), or an absolute URI or path (with scheme or leading slash) of listed content. */
  name: string;
  /** Its initialisation segment, named likewise. */
  init: string;
  durationSeconds: number;
  sizeBytes: number;
  /** Starts with a key frame. */
  independent: boolean;
  parts: TimelinePart[];
  /** `open` still grows, `closed` is complete, `gap` was lost and is listed as EXT-X-GAP. */
  state: "open" | "closed" | "gap";
  /** Its bytes are in storage; otherwise a restart loses them. */
  stored: boolean;
}

/** A segment's file of a sound beside that of its rungs. */
export interface SoundSegment {
  /** Path under the stream's folder: `sound-1/12.m4s`. */
  name: string;
  sizeBytes: number;
  /** Its bytes are in storage; otherwise a restart loses them. */
  stored: boolean;
}

/** A rung a source offers, with its size for finding the nearest one. */
export interface OfferedRung {
  label: string;
  shortSidePixels: number;
}

/** Where media between two discontinuities begins. */
interface Stretch {
  /** Milliseconds since 1970. */
  startsAtMs: number;
  /** Decode time on the timeline's clock. */
  clockSeconds: number;
}

/** One segment of the timeline: the same number and the same time on every rung. */
export interface TimelineSegment {
  /** Media sequence number. */
  sequence: number;
  /** Follows EXT-X-DISCONTINUITY. */
  discontinuity: boolean;
  /** Discontinuities up to and including this segment. */
  discontinuitySequence: number;
  kind: LiveSourceKind;
  /** Number of the source, counted over the life of the timeline. */
  source: number;
  /** Milliseconds since 1970 (EXT-X-PROGRAM-DATE-TIME). */
  startsAtMs: number;
  /** First decode time on the timeline's clock, which continues across seams for players that do not reset there. */
  clockSeconds: number;
  /** What it is part of, the same for all segments up to the next discontinuity. */
  stretch: Stretch;
  /** Duration of its longest rung. */
  durationSeconds: number;
  /** The rungs its source offers; the timeline's other rungs list the nearest of them instead. */
  offered: readonly OfferedRung[];
  rungs: Map<string, RungSegment>;
  /** Further sounds by their track, from 1 on; of segments without one its playlist lists the sound of the rungs. */
  sounds: Map<number, SoundSegment>;
}

/** An initialisation segment to store, before a segment that needs it is listed. */
export interface NewInit {
  rung: string;
  name: string;
  /** Number of the source whose segments need it. */
  source: number;
  bytes: Buffer;
}

/** A newly listed part. */
export interface NewPart {
  rung: string;
  sequence: number;
  /** Counted from 0 within its segment. */
  part: number;
  name: string;
  bytes: Buffer;
}

/** A closed segment; call `timeline.stored(rung, sequence)` once its bytes are in storage. */
export interface NewSegment {
  rung: string;
  sequence: number;
  kind: LiveSourceKind;
  name: string;
  /** Its bytes, in order. */
  chunks: readonly Buffer[];
  sizeBytes: number;
  durationSeconds: number;
}

/** Called synchronously, in order, before the playlists change; must not block or throw. Not called with files of listed content (slate, loop). */
export interface TimelineSink {
  onInit(init: NewInit): void;
  onPart(part: NewPart): void;
  onSegment(segment: NewSegment): void;
  /** Segments that left the window; players may request them for another window's length. */
  onRemoved(segments: readonly TimelineSegment[]): void;
}

/** A listed segment of one rung: complete content that is not encoded again. */
export interface ListedRung {
  /** As `RungSegment.name`. */
  name: string;
  init: string;
  sizeBytes: number;
  /** Pixels of the shorter side; needed where the label is not one of the timeline's own. */
  shortSidePixels?: number;
}

/** A complete segment to list. */
export interface SegmentToList {
  durationSeconds: number;
  /** Its files for a decode time on the timeline's clock. */
  rungs: (clockSeconds: number) => ReadonlyMap<string, ListedRung>;
  /** Largest composition time of its frames, in seconds; default 0. */
  leadSeconds?: number;
  /** Has another init, or timestamps that do not continue the segment before. */
  discontinuity?: boolean;
}
