/** The logs of the installation, by what they tell of (spec §2, "logs/video, logs/live, logs/platform, logs/login"). */
export const LOG_KINDS = ["video", "live", "platform", "login"] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** From the least important on. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Days that log lines are kept. */
export const LOG_DAYS = 14;
/** Bytes that log lines may take in the database; the oldest days leave first. */
export const LOG_BYTES_MAX = 1_000_000_000;
/** Lines of one answer. */
export const LOG_PAGE = 100;
/** How far back a log is read at most, in minutes: a quarter of an hour, an hour, a day, a week, and all there is. */
export const LOG_SPANS = [15, 60, 1_440, 10_080, 20_160] as const;

/** Bars of the chart above a log. */
export const LOG_BARS = 60;

/**
 * The bars of a span of time: `LOG_BARS` of equal length in whole seconds, the last of which ends after `until`.
 * @returns the start of each bar, oldest first, and their length in seconds.
 */
export function logBars(from: Date, until: Date): { starts: Date[]; seconds: number } {
  const seconds = Math.max(1, Math.floor((until.getTime() - from.getTime()) / 1_000 / LOG_BARS) + 1);
  const starts = Array.from({ length: LOG_BARS }, (_, index) => new Date(from.getTime() + index * seconds * 1_000));
  return { starts, seconds };
}

/** Pino's numbers (https://getpino.io/#/docs/api?id=loggerlevels-object); what is between two belongs to the lower one. */
const NUMBERS: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 };

export const levelNumber = (level: LogLevel): number => NUMBERS[level];

/** The name of a level's number: `error` for a fatal line, `debug` for a trace. */
export const levelName = (number: number): LogLevel =>
  LOG_LEVELS.findLast((level) => NUMBERS[level] <= number) ?? "debug";

/** Which log a line of a role is in. */
export const kindOfRole = (role: string): "video" | "live" | "platform" =>
  role === "worker" ? "video" : role === "live" ? "live" : "platform";
