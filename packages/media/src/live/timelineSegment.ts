/** Where the pictures of a stretch of the timeline come from. */
export type LiveSourceKind = "live" | "slate" | "loop";

/** One quality of a stream, as its master playlist names it. */
export interface LiveRung {
  /** Folder and name: `720p`, … or `source` for a pass-through. */
  label: string;
  /** Pixels; 0 while nothing was received. */
  width: number;
  height: number;
  frameRate: number | null;
  /** RFC 6381 codec strings, picture first. */
  codecs: readonly string[];
  /** Bits per second, sound included; the ceiling of any segment. */
  peakBitrate: number;
  averageBitrate: number;
}

/** The rungs of a timeline. */
export interface Ladder {
  /** Those its master playlist names, lowest first. */
  rungs: readonly LiveRung[];
  /** Those it named before. */
  formerRungs: readonly LiveRung[];
}

/** A part of a segment (EXT-X-PART, RFC 8216bis §4.4.4.9). */
export interface TimelinePart {
  /** Path under the stream's folder: `720p/12.3.m4s`. */
  name: string;
  durationSeconds: number;
  /** Begins with a key frame. */
  independent: boolean;
  /** Where its bytes lie within the whole segment. */
  offsetBytes: number;
  sizeBytes: number;
}

/** What one rung has of a segment. */
export interface RungSegment {
  /** Path under the stream's folder (`720p/12.m4s`), or an absolute URI or path (with scheme or leading slash) of listed content. */
  name: string;
  /** Its initialisation segment, named likewise. */
  init: string;
  durationSeconds: number;
  sizeBytes: number;
  /** Begins with a key frame. */
  independent: boolean;
  parts: TimelinePart[];
  /** `open` grows, `closed` is whole, `gap` was lost and is listed as EXT-X-GAP. */
  state: "open" | "closed" | "gap";
  /** Its bytes are safe; what is not is lost by a restart. */
  stored: boolean;
}

/** A rung a source offers, and the size by which others find it nearest. */
export interface OfferedRung {
  label: string;
  shortSidePixels: number;
}

/** One segment of the timeline: the same number and the same time on every rung. */
export interface TimelineSegment {
  /** Media sequence number. */
  sequence: number;
  /** Stands after EXT-X-DISCONTINUITY. */
  discontinuity: boolean;
  /** Discontinuities up to and including this segment. */
  discontinuitySequence: number;
  kind: LiveSourceKind;
  /** Number of the source, counted over the life of the timeline. */
  source: number;
  /** Milliseconds since 1970 (EXT-X-PROGRAM-DATE-TIME). */
  startsAtMs: number;
  /** When it begins to be decoded, on the timeline's own clock: it goes on over every seam, for players that do not begin anew there. */
  clockSeconds: number;
  /** Of its longest rung. */
  durationSeconds: number;
  /** The rungs its source offers; the timeline's other rungs list the nearest of them instead. */
  offered: readonly OfferedRung[];
  rungs: Map<string, RungSegment>;
}

/** An initialisation segment to store, before anything that needs it is listed. */
export interface NewInit {
  rung: string;
  name: string;
  /** Number of the source whose segments need it. */
  source: number;
  bytes: Buffer;
}

/** A part that has just become listed. */
export interface NewPart {
  rung: string;
  sequence: number;
  /** Counted from 0 within its segment. */
  part: number;
  name: string;
  bytes: Buffer;
}

/** A segment that is whole; call `timeline.stored(rung, sequence)` once its bytes are safe. */
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

/** Told at once, in order, before the playlists change; must neither wait nor throw. Listed content (slate, loop) brings no init, part or segment here. */
export interface TimelineSink {
  onInit(init: NewInit): void;
  onPart(part: NewPart): void;
  onSegment(segment: NewSegment): void;
  /** Segments that left the window; players may still ask for them for one window's length. */
  onRemoved(segments: readonly TimelineSegment[]): void;
}

/** A listed segment of one rung: finished content that is not encoded again. */
export interface ListedRung {
  /** As `RungSegment.name`. */
  name: string;
  init: string;
  sizeBytes: number;
  /** Pixels of the shorter side; needed where the label is not one of the timeline's own. */
  shortSidePixels?: number;
}

/** A finished segment to list. */
export interface SegmentToList {
  durationSeconds: number;
  /** Its files, which are decoded from this moment of the timeline's clock on. */
  rungs: (clockSeconds: number) => ReadonlyMap<string, ListedRung>;
  /** How much later than they are decoded its frames show, in seconds; 0 unless said. */
  leadSeconds?: number;
  /** Begins anew: its init is another, or it does not go on from the segment before. */
  discontinuity?: boolean;
}
