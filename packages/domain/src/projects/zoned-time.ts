const MINUTE_MS = 60_000;

/** How far a time zone's clocks are from UTC at a moment, in milliseconds. */
function offsetMs(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return shown - Math.floor(moment.getTime() / 1000) * 1000;
}

/** A moment as a time zone's calendar and clock show it, `2030-01-31T18:00`: what a field of type datetime-local holds. */
export function toLocalTime(moment: Date | string, timeZone: string): string {
  const date = new Date(moment);
  return new Date(date.getTime() + offsetMs(date, timeZone)).toISOString().slice(0, 16);
}

/**
 * The moment a time zone's calendar and clock show `2030-01-31T18:00`; null for a text that is none. A time that clocks
 * skip in spring is the one an hour later, one they show twice in autumn is the first of the two.
 */
export function fromLocalTime(text: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text)) return null;
  const shown = Date.parse(`${text}Z`);
  if (Number.isNaN(shown)) return null;
  const before = new Date(shown - offsetMs(new Date(shown - 24 * 60 * MINUTE_MS), timeZone));
  const after = new Date(shown - offsetMs(new Date(shown + 24 * 60 * MINUTE_MS), timeZone));
  const isShown = (moment: Date) => moment.getTime() + offsetMs(moment, timeZone) === shown;
  if (isShown(before)) return before;
  return isShown(after) ? after : before;
}
