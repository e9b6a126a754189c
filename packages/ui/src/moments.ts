const inZone = (timeZone?: string) => {
  const zone = timeZone === undefined ? {} : { timeZone };
  return {
    moment: new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", ...zone }),
    time: new Intl.DateTimeFormat("en-US", { timeStyle: "short", ...zone }),
    second: new Intl.DateTimeFormat("en-US", { timeStyle: "medium", ...zone }),
    day: new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", ...zone }),
    weekday: new Intl.DateTimeFormat("en-US", { weekday: "long", month: "short", day: "numeric", ...zone }),
    // The form of ISO 8601: year, month, day.
    isoDay: new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", ...zone }),
    hourAndMinute: new Intl.DateTimeFormat("en-US", {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      ...zone,
    }),
  };
};

let absolute = inZone();
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Shows moments in a time zone of the IANA database from now on; null and unknown zones mean the browser's own. */
export function showMomentsIn(timeZone: string | null): void {
  try {
    absolute = inZone(timeZone ?? undefined);
  } catch {
    // An old browser may not know a new zone.
    absolute = inZone();
  }
}

/** A moment in full, in the time zone chosen with `showMomentsIn`, else in the reader's own. */
export const formatMoment = (moment: string | Date): string => absolute.moment.format(new Date(moment));

/** The time of a day, in the same time zone: `8:30 AM`. */
export const formatTime = (moment: Date): string => absolute.time.format(moment);

/** The time to the second, in the same time zone: `8:30:05 AM`; with its day when that is not the day of `now`: `Jan 16, 8:30:05 AM`. */
export function formatSecond(moment: Date, now = new Date()): string {
  const time = absolute.second.format(moment);
  return formatDay(moment) === formatDay(now) ? time : `${formatDay(moment)}, ${time}`;
}

/** The day of a moment without its year, in the same time zone: `Jan 16`. */
export const formatDay = (moment: Date): string => absolute.day.format(moment);

/** The day of a moment in lists that are divided by days: `Today`, `Yesterday`, else `Friday, Jan 16`. */
export function formatDayInWords(moment: string | Date, now = new Date()): string {
  const day = absolute.isoDay.format(new Date(moment));
  if (day === absolute.isoDay.format(now)) return "Today";
  // The day before in the calendar: on the day after one of 23 hours, a day ago is two days ago until one o'clock.
  const today = Date.parse(`${absolute.isoDay.format(now)}T00:00Z`);
  if (day === new Date(today - 86_400_000).toISOString().slice(0, 10)) return "Yesterday";
  return absolute.weekday.format(new Date(moment));
}

/** The time to the second without its day, in the same time zone: `8:30:05 AM`. */
export const formatTimeOfDay = (moment: string | Date): string => absolute.second.format(new Date(moment));

/** The day it is now, in the same time zone: `2030-01-31`. */
export const todayInZone = (now = new Date()): string => absolute.isoDay.format(now);

const dateInUtc = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const monthInUtc = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** A day such as `2030-01-31` in words: `Jan 31, 2030`. */
export const formatDate = (day: string): string => dateInUtc.format(new Date(`${day}T00:00:00Z`));

/** A month such as `2030-01` in words: `January 2030`. */
export const formatMonth = (month: string): string => monthInUtc.format(new Date(`${month}-01T00:00:00Z`));

/** Minutes since midnight, in the same time zone. */
export function minuteOfDay(moment: Date): number {
  const [hours = 0, minutes = 0] = absolute.hourAndMinute.format(moment).split(":").map(Number);
  return hours * 60 + minutes;
}

const DAY_SECONDS = 86_400;
/** Limits and periods of some weeks are set in days. */
const DAYS_AHEAD_MAX = 100;

/** How long ago or ahead, in the largest unit that fits: `3 hours ago`, `yesterday`; up to 100 days ahead in days: `in 90 days`. */
export function formatAgo(moment: string | Date, now = Date.now()): string {
  const seconds = (new Date(moment).getTime() - now) / 1000;
  // A moment ahead was some days away when it was set, and a little less when it is read.
  const daysAhead = Math.round(seconds / DAY_SECONDS);
  if (daysAhead >= 7 && daysAhead <= DAYS_AHEAD_MAX) return relative.format(daysAhead, "day");
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}

const pad = (value: number) => String(value).padStart(2, "0");

/** The time of day as the console's clock shows it: `HH:mm:ss`. */
export const formatClock = (moment: Date): string =>
  `${pad(moment.getHours())}:${pad(moment.getMinutes())}:${pad(moment.getSeconds())}`;
