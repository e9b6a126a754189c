/** An exact fraction: frame rates such as 30000/1001 must not be rounded. */
export interface Rational {
  numerator: number;
  denominator: number;
}

/** Static metadata of PQ pictures (SMPTE ST 2086, CTA-861.3), by which screens that show less choose what to give up. */
export interface MasteringFacts {
  /** The screen they were made on: chromaticities from 0 to 1, luminance in cd/m²; null where it is not said. */
  display: {
    red: Chromaticity;
    green: Chromaticity;
    blue: Chromaticity;
    white: Chromaticity;
    minimumNits: number;
    maximumNits: number;
  } | null;
  /** The brightest pixel, and the brightest picture on average, in cd/m²; null where it is not said. */
  light: { maximumNits: number; averageNits: number } | null;
}

/** CIE 1931. */
interface Chromaticity {
  x: number;
  y: number;
}

/** The video track of a source; attached cover pictures are not one. */
export interface VideoFacts {
  /** ffmpeg's name: h264, hevc, vp9, av1, … */
  codec: string;
  /** ffmpeg's name (High, Main 10, …) or null when it has none. */
  profile: string | null;
  /** H.264 level times ten (40 = 4.0), or null. */
  level: number | null;
  /** As displayed: after rotation and pixel shape. */
  width: number;
  /** As displayed: after rotation and pixel shape. */
  height: number;
  /** As stored in the bitstream. */
  codedWidth: number;
  codedHeight: number;
  /** Clockwise degrees the player must turn the picture: 0, 90, 180 or 270. */
  rotation: 0 | 90 | 180 | 270;
  /** The player must also flip it. */
  mirrored?: boolean;
  /** True when pixels are square. */
  squarePixels: boolean;
  pixelFormat: string;
  bitDepth: number;
  /** False when the frames are two interlaced fields. */
  progressive: boolean;
  /** Average over the file. */
  fps: Rational;
  /** A guess from average against base rate, settled by the measured distances of pictures where that says nothing. */
  variableFrameRate: boolean;
  /** The base rate is twice the average: pictures come evenly, or half of them are left out. Only before it was measured. */
  baseIsDouble?: boolean;
  /** How far apart pictures usually are while there is motion, where their distances vary and were measured. */
  usualGapSeconds?: number;
  /** ffmpeg's name of the transfer curve, or null when unsaid. */
  colorTransfer: string | null;
  /** ffmpeg's name of the matrix from colours to brightness, or null when unsaid. Facts from before watermarks do not say it. */
  colorSpace?: string | null;
  /** ffmpeg's name of the primaries, or null when unsaid. */
  colorPrimaries?: string | null;
  /** True for PQ and HLG, which need tone mapping for 8-bit screens. */
  hdr: boolean;
  /** What its makers saw of PQ, where the source says it. */
  mastering?: MasteringFacts;
  /** When the first frame shows, relative to the container's own zero; may be negative. */
  startTimeSeconds: number;
  durationSeconds: number;
  /** When the container says. */
  frames: number | null;
  /** Frames the decoder holds back because later ones are decoded first. */
  reorderFrames?: number;
  /** How much later than meant the file says the pictures show: the delay of its encoder, which no edit list takes back. */
  lateSeconds?: number;
  bitrate: number | null;
  /** Index among all streams of the file. */
  streamIndex: number;
}

/** A track of a source that its video is made without. */
export interface LeftOutTrack {
  /** A `still` is one picture, such as a cover. */
  kind: "video" | "still" | "audio";
  /** ffmpeg's name. */
  codec: string;
  /** BCP 47, where the source says it. */
  language: string | null;
  streamIndex: number;
}

/** A track of captions within a source that is text. */
export interface TextTrack {
  /** ffmpeg's name. */
  codec: string;
  /** BCP 47, where the source says it. */
  language: string | null;
  title: string | null;
  /** Only what is said in another language than the film's. */
  forced: boolean;
  /** Made for people who do not hear. */
  describesSounds: boolean;
  streamIndex: number;
}

/** A part of a source that has a name. */
export interface SourceChapter {
  /** From the first moment of the file on. */
  startSeconds: number;
  title: string | null;
}

/** The audio track of a source that will be heard. */
export interface AudioFacts {
  codec: string;
  profile: string | null;
  channels: number;
  sampleRate: number;
  /** BCP 47, where the source says it. */
  language?: string | null;
  /** What the source calls it, where it says so. */
  title?: string | null;
  /** Made for people who do not see: describes the picture, too. */
  describesPictures?: boolean;
  /** As `VideoFacts.lateSeconds`. */
  lateSeconds?: number;
  startTimeSeconds: number;
  durationSeconds: number;
  bitrate: number | null;
  streamIndex: number;
  /** The track with the right side, where left and right are two mono tracks; the other is the left. */
  rightStreamIndex?: number;
}

/** Everything the pipeline needs to know about a source file. */
export interface SourceFacts {
  /** ffmpeg's demuxer, first name: mov, matroska, avi, … */
  container: string;
  durationSeconds: number;
  sizeBytes: number;
  /** Bits per second over all tracks. */
  bitrate: number;
  /** The container's own zero: the earliest start of any track. */
  startTimeSeconds: number;
  /** True when the times of the file jump, so that none of them can be sought: a broadcast that was cut or joined. */
  clockJumps?: boolean;
  video: VideoFacts;
  audio: AudioFacts | null;
  /** When the sound ends, from the file's zero on, where it continues after the picture. Measured; none where it is not said. */
  soundEndsSeconds?: number;
  /** Sounds that can be heard instead; none where it is not said. */
  otherSounds?: AudioFacts[];
  /** Tracks that are neither seen nor heard; none where it is not said. */
  leftOut?: LeftOutTrack[];
  /** Captions that are text; none where it is not said. */
  texts?: TextTrack[];
  /** None where it is not said. */
  chapters?: SourceChapter[];
}
