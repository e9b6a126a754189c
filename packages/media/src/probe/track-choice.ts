import type { LeftOutTrack } from "./facts.ts";
import { languageTag } from "./language-tag.ts";
import { isStillTrack, trackSeconds, type ProbedStream } from "./probed-stream.ts";

/** The tracks of a file that its video is made from, and those it is made without. */
export interface ChosenTracks {
  picture: ProbedStream | undefined;
  sound: ProbedStream | undefined;
  /** The right side, where left and right are two tracks. */
  right: ProbedStream | undefined;
  /** Whole tracks of sound besides: other languages, descriptions of the picture, commentaries. */
  others: ProbedStream[];
  leftOut: LeftOutTrack[];
}

/** Two tracks that begin and end together differ by no more. */
const sameLengthSeconds = 0.5;

/** Sounds besides the first: each is a rendition of its own, and files of broadcast may have sixteen. */
const mostOtherSounds = 7;

/** Containers of cameras and broadcast, which hold left and right as two tracks. */
const camera = new Set(["mov", "mxf", "mxf_d10", "mxf_opatom"]);

/**
 * Chooses tracks by what they are: a picture that moves before one that stands, whatever is marked as the default; a whole
 * track before a piece; then the default, the larger and the first. Two mono tracks of equal length are left and right.
 */
export function chooseTracks(streams: readonly ProbedStream[], container: string): ChosenTracks {
  const pictures = streams.filter(
    (stream) => stream.codec_type === "video" && stream.disposition?.["attached_pic"] !== 1,
  );
  const heard = streams.filter((stream) => stream.codec_type === "audio" && (stream.channels ?? 0) > 0);
  const sounds = heard.filter(isReadable);
  const picture = best(pictures, (stream) => [
    isStillTrack(stream) ? 0 : 1,
    isWholeAmong(stream, pictures) ? 1 : 0,
    stream.disposition?.["default"] ?? 0,
    (stream.width ?? 0) * (stream.height ?? 0),
  ]);
  const sound = best(sounds, (stream) => [
    isWholeAmong(stream, sounds) ? 1 : 0,
    isForSome(stream) ? 0 : 1,
    stream.disposition?.["default"] ?? 0,
  ]);
  const right = sound && rightOf(sound, sounds, container);
  const others = sounds
    .filter((stream) => stream !== sound && stream !== right && isWholeAmong(stream, sounds))
    .slice(0, mostOtherSounds);
  const used = new Set([picture, sound, right, ...others]);
  const leftOut = [...pictures, ...heard].filter((stream) => !used.has(stream)).map(leftOutTrack);
  return { picture, sound, right, others, leftOut };
}

/** Sounds that ffmpeg names without a decoder for them: those of broadcasts, and what phones record beside a stereo track. */
const unreadable = new Set(["ac4", "apac", "mpegh_3d_audio"]);

const isReadable = ({ codec_name: codec = "none" }: ProbedStream): boolean =>
  codec !== "none" && codec !== "unknown" && !unreadable.has(codec);

/** The first of those with the highest values, compared from left to right. */
function best(streams: readonly ProbedStream[], value: (stream: ProbedStream) => number[]): ProbedStream | undefined {
  return streams.toSorted((a, b) => {
    const [ours, theirs] = [value(a), value(b)];
    const at = ours.findIndex((each, index) => each !== theirs[index]);
    return at === -1 ? 0 : (theirs[at] ?? 0) - (ours[at] ?? 0);
  })[0];
}

/** Whether a track lasts at least half as long as the longest of its kind; unknown lengths count as whole. */
function isWholeAmong(stream: ProbedStream, all: readonly ProbedStream[]): boolean {
  const own = trackSeconds(stream);
  return own === 0 || own * 2 >= Math.max(...all.map(trackSeconds));
}

/** Commentary and descriptions of the picture are not what most people want to hear. */
const isForSome = ({ disposition = {} }: ProbedStream): boolean =>
  disposition["comment"] === 1 || disposition["visual_impaired"] === 1 || disposition["hearing_impaired"] === 1;

/** The track with the other side of a mono track, or undefined. */
function rightOf(left: ProbedStream, sounds: readonly ProbedStream[], container: string): ProbedStream | undefined {
  if (left.channels !== 1 || isForSome(left)) return undefined;
  return sounds.find((other) => {
    if (other === left || other.channels !== 1 || isForSome(other)) return false;
    const areSides = left.channel_layout === "FL" && other.channel_layout === "FR";
    if (!areSides && (!camera.has(container) || (other.index ?? 0) < (left.index ?? 0))) return false;
    if (other.codec_name !== left.codec_name || other.sample_rate !== left.sample_rate) return false;
    if (languageTag(other.tags?.language) !== languageTag(left.tags?.language)) return false;
    return Math.abs(trackSeconds(other) - trackSeconds(left)) <= sameLengthSeconds;
  });
}

function leftOutTrack(stream: ProbedStream): LeftOutTrack {
  const isPicture = stream.codec_type === "video";
  return {
    kind: !isPicture ? "audio" : isStillTrack(stream) ? "still" : "video",
    codec: stream.codec_name ?? stream.codec_tag_string ?? "unknown",
    language: isPicture ? null : languageTag(stream.tags?.language),
    streamIndex: stream.index ?? 0,
  };
}
