import { open, stat } from "node:fs/promises";
import { toNumber } from "../packaging/grid.ts";
import {
  longestStillSeconds,
  measureSoundEnd,
  measureSpan,
  sparseBitsPerSecond,
  type PictureSpan,
} from "../pictures/picture-span.ts";
import { headBytes, isAnimatedPng, looksLikePicture } from "../pictures/pictures.ts";
import { MediaError } from "../tools/errors.ts";
import { hasEditList, isWhole } from "./edit-lists.ts";
import type { SourceFacts } from "./facts.ts";
import { probeMastering } from "./mastering.ts";
import { readFacts } from "./probe-answer.ts";
import { askProbe, type ProbeOptions } from "./probe-run.ts";

/**
 * Probes a file with ffprobe, sandboxed and limited.
 *
 * @throws MediaError `not_a_video`, `no_video_track`, `unsupported_codec`, `unsupported_container`, `corrupt_file`,
 *   `too_short`, `too_large`, `timeout`, `aborted`: each with one sentence for the owner of the file.
 */
export async function probe(path: string, options: ProbeOptions = {}): Promise<SourceFacts> {
  const sizeBytes = await sizeOf(path);
  if (sizeBytes === 0) throw new MediaError("corrupt_file", "This file is empty; upload it again.", false);
  const head = await firstBytes(path);
  if (looksLikePicture(head) && !isAnimatedPng(head)) {
    throw new MediaError("not_a_video", "This file is a picture, not a video; upload a video file such as MP4.", false);
  }
  const answer = await askProbe(path, options, ["-show_format", "-show_streams", "-show_chapters", "-of", "json"]);
  const facts = readFacts(answer, sizeBytes);
  const span = (await needsMeasuring(path, facts)) ? await measureSpan(path, facts, options.signal) : null;
  if (!span && facts.durationSeconds <= 0) throw new MediaError("too_short", tooShortMessage, false);
  const measured = span ? withSpan(settled(facts, span), span) : facts;
  const whole = await withSoundEnd(path, measured, options.signal);
  return withoutDelay(path, await withMastering(path, whole, options));
}

/** Encoders write the static metadata of PQ into the bitstream, and not all programs repeat it in the container. */
async function withMastering(path: string, facts: SourceFacts, options: ProbeOptions): Promise<SourceFacts> {
  const { video } = facts;
  if (video.colorTransfer !== "smpte2084" || video.mastering) return facts;
  const mastering = await probeMastering(path, video.streamIndex, options);
  return mastering ? { ...facts, video: { ...video, mastering } } : facts;
}

/** Programs end the tracks of a file together but for so much; what is more was meant to be heard. */
const soundContinuesSeconds = 0.5;

/**
 * Facts with the end of the sound, where that continues after the picture: what was recorded longer, or a single picture with
 * a sound. What the file says of its length is a guess in many, and is measured.
 */
async function withSoundEnd(path: string, facts: SourceFacts, signal: AbortSignal | undefined): Promise<SourceFacts> {
  const { audio, clockJumps, startTimeSeconds, video } = facts;
  if (!audio || clockJumps) return facts;
  const after = video.startTimeSeconds + video.durationSeconds + soundContinuesSeconds;
  if (audio.startTimeSeconds + audio.durationSeconds <= after) return facts;
  const endSeconds = await measureSoundEnd(path, facts, audio, signal);
  return endSeconds !== null && endSeconds > after
    ? { ...facts, soundEndsSeconds: endSeconds - startTimeSeconds }
    : facts;
}

/** Pictures so close to their average distance come evenly, whatever the base rate; half left out would be at 0.5. */
const evenShare = 0.75;

/** Facts whose base rate is twice the average, with what the distances of pictures say of it. */
function settled(facts: SourceFacts, { usualGapSeconds }: PictureSpan): SourceFacts {
  const { baseIsDouble, ...video } = facts.video;
  if (!baseIsDouble) return facts;
  const share = usualGapSeconds === null ? 1 : usualGapSeconds * toNumber(video.fps);
  return { ...facts, video: { ...video, variableFrameRate: share < evenShare } };
}

/** Samples an AAC decoder puts before the first it was given (ISO/IEC 14496-3 §4.5.1.1). */
const primingSamples = 1024;

/**
 * Decoding begins at zero, so where pictures are reordered the first shows later; an edit list takes that back. Programs that
 * write fragments leave the list out, and players then show all pictures late beside the sound.
 */
async function withoutDelay(path: string, facts: SourceFacts): Promise<SourceFacts> {
  const { audio, container, startTimeSeconds, video } = facts;
  const late = video.startTimeSeconds - startTimeSeconds;
  const reorderSeconds = (video.reorderFrames ?? 0) / toNumber(video.fps);
  if (container !== "mov" || late <= 0 || late > reorderSeconds + 0.002) return facts;
  if (await hasEditList(path, video.streamIndex)) return facts;
  const isPrimed = audio?.codec === "aac" && !(await hasEditList(path, audio.streamIndex));
  return {
    ...facts,
    durationSeconds: Math.max(video.durationSeconds, facts.durationSeconds - late),
    video: { ...video, lateSeconds: late },
    audio: isPrimed ? { ...audio, lateSeconds: primingSamples / audio.sampleRate } : audio,
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw new MediaError("corrupt_file", "The uploaded file is no longer there; upload it again.", true, {
      cause: error,
    });
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A stretch of time, in seconds, for a sentence: in hours from two hours on, else in minutes. */
function inWords(seconds: number): string {
  const hours = Math.round(seconds / 3600);
  return hours >= 2 ? `${hours.toLocaleString("en")} hours` : `${Math.round(seconds / 60)} minutes`;
}

/** Whether the length a file declares may be wrong: the index of a whole MP4 of constant rate is right, all else is measured. */
async function needsMeasuring(
  path: string,
  { container, durationSeconds, bitrate, video }: SourceFacts,
): Promise<boolean> {
  if (durationSeconds <= 0 || bitrate < sparseBitsPerSecond || video.variableFrameRate) return true;
  return container !== "mov" || !(await isWhole(path));
}

function withSpan(
  facts: SourceFacts,
  { startSeconds, lengthSeconds, longestGapSeconds, jumps, usualGapSeconds }: PictureSpan,
): SourceFacts {
  if (!(lengthSeconds > 0)) throw new MediaError("too_short", tooShortMessage, false);
  const late = startSeconds - facts.startTimeSeconds;
  if (Math.max(late, longestGapSeconds) > longestStillSeconds) {
    throw new MediaError(
      "corrupt_file",
      `Two pictures of this file are ${inWords(Math.max(late, longestGapSeconds))} apart; export it again as MP4 (H.264) and upload that.`,
      false,
    );
  }
  const durationSeconds = Math.max(0, late) + lengthSeconds;
  return {
    ...facts,
    durationSeconds,
    bitrate: Math.round((facts.sizeBytes * 8) / durationSeconds),
    ...(jumps > 0 ? { clockJumps: true } : {}),
    video: {
      ...facts.video,
      ...(facts.video.variableFrameRate && usualGapSeconds !== null ? { usualGapSeconds } : {}),
      startTimeSeconds: startSeconds,
      durationSeconds: lengthSeconds,
    },
    audio: facts.audio && facts.audio.durationSeconds === 0 ? { ...facts.audio, durationSeconds } : facts.audio,
  };
}

const tooShortMessage = "This video has only one frame; upload one that is longer.";
