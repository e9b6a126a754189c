const inZone = (timeZone?: string) =>
  new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone === undefined ? {} : { timeZone }),
  });

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
export const formatMoment = (moment: string | Date): string => absolute.format(new Date(moment));

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
