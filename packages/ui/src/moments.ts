const inZone = (timeZone?: string) => {
  const zone = timeZone === undefined ? {} : { timeZone };
  return {
    moment: new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", ...zone }),
    time: new Intl.DateTimeFormat("en-US", { timeStyle: "short", ...zone }),
    second: new Intl.DateTimeFormat("en-US", { timeStyle: "medium", ...zone }),
    day: new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", ...zone }),
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

/** Shows moments in a time zone of the IANA database from now on; null for the reader's own, as does one nobody knows. */
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
export function formatSecond(moment: Date, now: Date): string {
  const time = absolute.second.format(moment);
  return formatDay(moment) === formatDay(now) ? time : `${formatDay(moment)}, ${time}`;
}

/** The day of a moment without its year, in the same time zone: `Jan 16`. */
export const formatDay = (moment: Date): string => absolute.day.format(moment);

/** Minutes since midnight, in the same time zone. */
export function minuteOfDay(moment: Date): number {
  const [hours = 0, minutes = 0] = absolute.hourAndMinute.format(moment).split(":").map(Number);
  return hours * 60 + minutes;
}

/** How long ago, in the largest unit that fits: `3 hours ago`, `yesterday`. */
export function formatAgo(moment: string | Date, now = Date.now()): string {
  const seconds = (new Date(moment).getTime() - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}

const pad = (value: number) => String(value).padStart(2, "0");

/** The time of day as the console's clock shows it: `HH:mm:ss`. */
export const formatClock = (moment: Date): string =>
  `${pad(moment.getHours())}:${pad(moment.getMinutes())}:${pad(moment.getSeconds())}`;
