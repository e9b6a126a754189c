import { readSrtCues, readVttCues, type SkippedLine } from "./caption-cues.ts";
import { formatVttTime } from "./vtt-time.ts";

/** A caption file may be this large. */
export const CAPTIONS_MAXIMUM_BYTES = 1_048_576;
/** Caption files one video may have. */
export const CAPTIONS_MAX = 50;
export const CAPTIONS_LABEL_MAX = 60;
/** Files before the present one that are kept of each captions. */
export const CAPTIONS_VERSIONS_MAX = 20;

/** Captions also describe sounds other than speech; subtitles translate or repeat the speech. */
export const CAPTIONS_KINDS = ["captions", "subtitles"] as const;
export type CaptionsKind = (typeof CAPTIONS_KINDS)[number];

/** Why a file is no captions; `line` counts from 1 in the file as it was given. */
export class CaptionsProblem extends Error {
  override name = "CaptionsProblem";
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A file of captions made plain. */
export interface ReadCaptions {
  /** WebVTT with nothing in it but times, plain settings and text. */
  vtt: string;
  cues: number;
  /** When each caption begins, in seconds, ascending. */
  starts: number[];
  format: "vtt" | "srt";
  /** What could not be read, in the order of the file. */
  skipped: SkippedLine[];
}

/** How many captions begin when a video of a length in seconds has ended: nobody sees them. Null is a length that is not known. Pure. */
export const countAfterEnd = ({ starts }: Pick<ReadCaptions, "starts">, durationSeconds: number | null): number =>
  durationSeconds === null ? 0 : starts.filter((start) => start >= durationSeconds).length;

/**
 * Reads a WebVTT or SubRip file and returns it as plain WebVTT: notes, styles, regions and unknown tags are left out, so
 * that nothing but text reaches a player. WebVTT is read by the standard's parser (W3C WebVTT §6.1), SubRip as ffmpeg
 * does: each line of times begins a caption, whether or not an empty line stands before it. What cannot be read is left out and
 * named. Captions are put in the order of their beginnings. Pure; takes time in proportion to the file's length whatever
 * is in it.
 * @throws CaptionsProblem when no caption of the file can be read, or when its text was decoded wrongly.
 */
export function readCaptions(file: string): ReadCaptions {
  const lines = file.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const broken = lines.findIndex((line) => /[\uFFFD\0]/.test(line));
  if (broken >= 0) {
    throw new CaptionsProblem(
      broken + 1,
      `Line ${broken + 1}: A character was lost here, because the file was read in another encoding than its own. Save it as UTF-8 and upload it again.`,
    );
  }
  const first = lines.findIndex((line) => line.trim() !== "");
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[first] ?? "");
  const { cues, skipped } = isVtt ? readVttCues(lines, first + 1) : readSrtCues(lines);
  if (cues.length === 0) {
    const [reason] = skipped;
    throw new CaptionsProblem(
      reason?.line ?? 1,
      `There is no caption in this file that can be read. It should begin with WEBVTT, or be in the SRT format.${reason ? ` Line ${reason.line}: ${reason.message}` : ""}`,
    );
  }
  const ordered = cues.toSorted((a, b) => a.start - b.start);
  const blocks = ordered.map(
    ({ start, end, settings, text }) =>
      `${formatVttTime(start)} --> ${formatVttTime(end)}${settings === "" ? "" : ` ${settings}`}\n${text.join("\n")}\n`,
  );
  return {
    vtt: ["WEBVTT\n", ...blocks].join("\n"),
    cues: cues.length,
    starts: ordered.map(({ start }) => start),
    format: isVtt ? "vtt" : "srt",
    skipped,
  };
}
