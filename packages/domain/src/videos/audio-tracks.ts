import { languageName } from "./languages.ts";
import { MAIN_SOUND } from "./videos.ts";

/** Tracks of sound one video may have, those of its source included: players list them in one menu. */
export const AUDIO_TRACKS_MAX = 16;
export const AUDIO_TRACK_NAME_MAX = 100;

/** What a track is: the sound of the video, one that describes its picture, too, or people who talk about it. */
export const AUDIO_TRACK_KINDS = ["main", "description", "commentary"] as const;
export type AudioTrackKind = (typeof AUDIO_TRACK_KINDS)[number];

/** How far a track is: it waits for its file, or that is being encoded. */
export const AUDIO_TRACK_STATES = ["waiting", "queued", "running", "complete", "failed", "cancelled"] as const;
export type AudioTrackState = (typeof AUDIO_TRACK_STATES)[number];

/** Whether the file of a track is there and not encoded yet. */
export const isEncoding = (state: AudioTrackState): boolean => state === "queued" || state === "running";

/** Whether a track takes a file: it has none, or the one it got could not be encoded. */
export const takesFile = (state: AudioTrackState): boolean =>
  state === "waiting" || state === "failed" || state === "cancelled";

/** Kilobits per second of the second rendition of each sound, where a project has them made. */
export const LOW_SOUND_KBPS = 64;
/** Lines of the shorter side of the largest rungs that play with it. */
export const LOW_SOUND_LINES_MAX = 360;

const LOW = "-low";
/** The label of the rendition of a sound at the low bitrate: `audio-low`, `audio-2-low`. */
export const lowSoundOf = (label: string): string => `${label}${LOW}`;
export const isLowSound = (label: string): boolean => label.endsWith(LOW);

export const STEREO_CHANNELS = 2;
/** Kilobits per second of the rendition of a sound in surround sound, where a project has them made. */
export const SURROUND_KBPS = 384;
/** Channels of that rendition: left, right, centre, low frequencies, left and right behind (5.1). */
export const SURROUND_CHANNELS = 6;
/** Channels of 7.1, the most that are mixed down to it. */
const SURROUND_SOURCE_CHANNELS_MAX = 8;

/** Whether a sound of so many channels has a rendition in surround sound. Pure. */
export const isForSurround = (channels: number): boolean =>
  channels >= SURROUND_CHANNELS && channels <= SURROUND_SOURCE_CHANNELS_MAX;

const SURROUND = "-surround";
/** The label of the rendition of a sound in surround sound: `audio-surround`, `audio-2-surround`. */
export const surroundSoundOf = (label: string): string => `${label}${SURROUND}`;
export const isSurroundSound = (label: string): boolean => label.endsWith(SURROUND);
/** What a sound in surround sound is called beside the same in stereo. */
export const surroundName = (name: string): string => `${name} (5.1)`;

/** Whether a label is that of a sound in its usual rendition, which players list, and not of another rendition of it. */
export const isUsualSound = (label: string): boolean => !isLowSound(label) && !isSurroundSound(label);
/** The labels that the other renditions of a sound have. */
export const otherRenditionsOf = (label: string): string[] => [lowSoundOf(label), surroundSoundOf(label)];

interface SourceTrack {
  /** Of its rendition: `audio`, `audio-2`, …. */
  label: string;
  /** What the source calls it. */
  title: string | null;
  /** BCP 47. */
  language: string | null;
  describesPictures: boolean;
}

/** What a track of a source is called while nobody named it: what its source says, else its language. Pure. */
export function sourceTrackName({ label, title, language, describesPictures }: SourceTrack): string {
  const name = title || (language === null ? null : languageName(language));
  if (name === null) return label === MAIN_SOUND ? "Audio" : `Audio ${label.slice(-1)}`;
  return describesPictures && !title ? `${name} (audio description)` : name;
}

/** Seconds by which a track may be shorter or longer than its video without a word. */
const TOLERATED_SECONDS = 0.5;

/**
 * How much longer an uploaded sound is than its video, in seconds, negative where it is shorter; 0 within half a second. What is
 * longer is cut off, what is shorter ends in silence. Pure.
 */
export function lengthDifference(soundSeconds: number, videoSeconds: number): number {
  const difference = soundSeconds - videoSeconds;
  return Math.abs(difference) <= TOLERATED_SECONDS ? 0 : difference;
}
