/** One whole media segment, ready to store as `{index, five digits}.m4s` in its rendition's folder. */
export interface Segment {
  /** Folder and name of the rendition: `720p`, …, or `audio`, or `source` for a remux. */
  rendition: string;
  /** Counted from 0 over the whole video. */
  index: number;
  /** Where it starts on the video's own timeline, exact in ticks. */
  startTicks: number;
  durationTicks: number;
  timescale: number;
  /** durationTicks / timescale. */
  durationSeconds: number;
  /** Frames (video) or packets (audio) inside. */
  frames: number;
  bytes: Buffer;
  /** Every segment begins with a key frame, so each is independent. */
  keyframe: true;
}

/** The initialisation segment of a rendition (EXT-X-MAP), stored once as `init.mp4`. */
export interface InitSegment {
  rendition: string;
  bytes: Buffer;
  /** RFC 6381 codec string: `avc1.64001F`, `mp4a.40.2`. */
  codec: string;
}

/** What a producer of segments calls; each call is awaited, which slows ffmpeg down instead of filling memory. */
export interface SegmentSink {
  /** Called once per rendition and run, before its first segment. */
  onInit(init: InitSegment): Promise<void> | void;
  onSegment(segment: Segment): Promise<void> | void;
}

/** How far a running encode is. */
export interface EncodeProgress {
  /** Frames (video) or seconds×1000 (audio) done in this run. */
  frames: number;
  /** Media seconds done in this run. */
  seconds: number;
  /** Times real time; 0 before it is known. */
  speed: number;
}

/** File name of a segment within its rendition's folder: five digits. */
export function segmentFileName(index: number): string {
  return `${String(index).padStart(5, "0")}.m4s`;
}
