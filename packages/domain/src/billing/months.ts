/** Days of a calendar, `YYYY-MM-DD`, and months, `YYYY-MM`; texts, since they belong to no time zone. */

const DAY_MS = 86_400_000;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export const dayAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS));

/** How many days lie from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS);

export const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
};

/** The first day of a month, and of the next one. */
export const daysOf = (month: string): { from: string; to: string } => ({
  from: `${month}-01`,
  to: `${monthAfter(month, 1)}-01`,
});

/** The day that clocks and calendars of a time zone show at a moment. */
export const dayIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment);
