import type { SourceChapter, TextTrack } from "./facts.ts";
import { languageTag } from "./language-tag.ts";
import { seconds, type ProbedStream } from "./probed-stream.ts";

/** Codecs of captions that are text; those of DVDs, Blu-rays and broadcasts are pictures. */
const textCodecs: ReadonlySet<string> = new Set(["mov_text", "subrip", "webvtt", "ass", "ssa", "text"]);

/** More tracks than any honest file has: a limit for files that mean harm. */
const mostTracks = 50;
const mostChapters = 1000;
const longestName = 500;

/** A chapter as `ffprobe -show_chapters -of json` prints it. */
export interface ProbedChapter {
  start_time?: string;
  tags?: Record<string, string>;
}

/** The captions of a file that are text, in its order. Pure. */
export function textTracks(streams: readonly ProbedStream[]): TextTrack[] {
  return streams
    .filter(({ codec_type: type, codec_name: codec }) => type === "subtitle" && textCodecs.has(codec ?? ""))
    .slice(0, mostTracks)
    .map(({ codec_name: codec = "unknown", disposition, index = 0, tags }) => ({
      codec,
      language: languageTag(tags?.language),
      // MP4 has `name` for it.
      title: nameIn(tags?.title ?? tags?.name),
      forced: disposition?.["forced"] === 1,
      describesSounds: disposition?.["hearing_impaired"] === 1 || disposition?.["captions"] === 1,
      streamIndex: index,
    }));
}

/** The chapters of a file, with times from its first moment on. Pure. */
export const sourceChapters = (chapters: readonly ProbedChapter[], startTimeSeconds: number): SourceChapter[] =>
  chapters.slice(0, mostChapters).map(({ start_time: start, tags }) => ({
    startSeconds: Math.max(0, seconds(start) - startTimeSeconds),
    title: nameIn(tags?.title),
  }));

/** Half a character at the end, as of an emoji, cannot be stored. */
const nameIn = (text: string | undefined): string | null => text?.trim().slice(0, longestName).toWellFormed() || null;
