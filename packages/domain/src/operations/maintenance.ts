/** While it is announced the console says so; while it is on nothing can be changed but by superusers. */
export const MAINTENANCE_MODES = ["off", "announced", "on"] as const;

export interface Maintenance {
  mode: (typeof MAINTENANCE_MODES)[number];
  /** ISO 8601 in UTC; null where nobody says. */
  starts_at: string | null;
  ends_at: string | null;
  /** What the operator adds, in plain words; may be empty. */
  message: string;
}

export const MAINTENANCE_MESSAGE_MAX = 300;
/** Seconds after which a refused client tries again: the operator may end maintenance sooner than planned. */
const TRY_AGAIN_SECONDS = 30;

export const NO_MAINTENANCE: Maintenance = { mode: "off", starts_at: null, ends_at: null, message: "" };

/** Seconds until a refused client should try again: half a minute, or until the end where that is sooner. */
export function secondsToTryAgain({ ends_at: end }: Maintenance, now: Date): number {
  const seconds = end === null ? 0 : Math.ceil((Date.parse(end) - now.getTime()) / 1_000);
  return seconds > 0 ? Math.min(seconds, TRY_AGAIN_SECONDS) : TRY_AGAIN_SECONDS;
}

/** The answer to a caller who wants to change something. The end is left out once it has passed. */
export function maintenanceSentence({ ends_at: end, message }: Maintenance, now: Date): string {
  const until = end !== null && Date.parse(end) > now.getTime() ? ` until ${inUtc(end)}` : "";
  const sentence = `Kinora is in maintenance${until}: nothing can be changed, and everything keeps playing.`;
  return message === "" ? sentence : `${sentence} ${message}`;
}

/** What is wrong with the times, by the name of the field; empty when nothing is. */
export function maintenanceProblems(
  { mode, starts_at: start, ends_at: end }: Maintenance,
  now: Date,
): Record<string, string[]> {
  if (mode === "off") return {};
  if (mode === "announced" && start === null) return { starts_at: ["Enter when maintenance starts."] };
  if (end === null) return {};
  if (Date.parse(end) <= now.getTime()) return { ends_at: ["Maintenance has to end in the future."] };
  const isBefore = mode === "announced" && start !== null && Date.parse(end) <= Date.parse(start);
  return isBefore ? { ends_at: ["Maintenance has to end after it begins."] } : {};
}

const inUtc = (moment: string): string => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;
