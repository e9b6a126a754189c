import { formatDate, todayInZone } from "../moments.ts";
import { presetOf, type DaysFilter } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";

/** The name of a range that ends today. */
export const presetName = (days: number): string => (days === 1 ? kitTexts.today : kitTexts.lastDays(days));

/** A filter of days in words: `last 7 days`, `Jan 3 – Jan 9`. */
export function daysInWords(filter: Pick<DaysFilter, "from" | "to">): string {
  const preset = presetOf(filter, todayInZone());
  if (preset !== null) return presetName(preset).toLowerCase();
  const [from, to] = [filter.from, filter.to].map((day) => (day === undefined ? null : formatDate(day)));
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? kitTexts.since(from) : kitTexts.until(to ?? "");
}
