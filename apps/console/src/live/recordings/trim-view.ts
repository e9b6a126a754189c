import { TRIM_MIN_SECONDS } from "@kinora/domain/live/streams.ts";
import { formatTenths, readTime } from "@kinora/domain/videos/vtt-time.ts";

/** A part of a recording as it is typed: `0:12.5`. */
export interface TrimFields {
  from: string;
  to: string;
}

/** A part that can be asked for, in seconds. */
export interface TrimRange {
  from_seconds: number;
  to_seconds: number;
}

/** Words for what is typed wrong. */
interface TrimWords {
  unreadable: string;
  late: string;
  short: string;
}

/** All of a recording. */
export const wholeOf = (seconds: number): TrimFields => ({ from: formatTenths(0), to: formatTenths(seconds) });

/** Reads a part, or says by field why it is none. Pure. */
export function readTrim(
  { from, to }: TrimFields,
  seconds: number,
  words: TrimWords,
): { range: TrimRange | null; errors: Partial<TrimFields> } {
  const [begin, end] = [readTime(from), readTime(to)];
  const errors: Partial<TrimFields> = {};
  if (begin === null) errors.from = words.unreadable;
  // What is shown with tenths may be a little more than there is.
  else if (begin > seconds + 0.05) errors.from = words.late;
  if (end === null) errors.to = words.unreadable;
  else if (begin !== null && errors.from === undefined && end - begin < TRIM_MIN_SECONDS) errors.to = words.short;
  const isWhole = begin !== null && end !== null && Object.keys(errors).length === 0;
  return { range: isWhole ? { from_seconds: begin, to_seconds: end } : null, errors };
}
