import { isNothing, less, plus, type Counts, type ViewChange, type ViewPlace } from "./view-change.ts";

const HOUR_MS = 3_600_000;

/** A part of a view that is in no row of a view. */
export interface HourPart {
  change: ViewChange;
  hour: Date;
  place: ViewPlace;
  counts: Counts;
}

/** Where a view's hours are after a change. */
export interface ViewHours {
  hour: Date | null;
  carried: Counts | null;
  /** What goes to `view_hours`. */
  parts: HourPart[];
}

/** The start of the UTC hour in which a report arrived. */
export const hourOf = ({ report }: Pick<ViewChange, "report">): Date =>
  new Date(Math.floor(report.arrivedAt.getTime() / HOUR_MS) * HOUR_MS);

/**
 * A view's row has what was counted of it in one hour of the UTC day of its page, by which the table is divided: most views have no
 * other. What was counted in another hour, or before the country was known, is in `view_hours`; the row says how much that is, so
 * that its own part is the rest.
 *
 * @param isKept false while machines of an earlier release may count the view, which have everything in `view_hours`.
 */
export function hoursOf(change: ViewChange, isKept: boolean): ViewHours {
  const { stored, report, before, added, place } = change;
  const now = hourOf(change);
  const isOwn = isKept && now.toISOString().slice(0, 10) === report.day;
  let { hour, carried } = stored;
  const parts: HourPart[] = [];
  const add = (part: Omit<HourPart, "change">) => {
    if (!isNothing(part.counts)) parts.push({ change, ...part });
  };
  if (hour !== null && (stored.place.country !== place.country || (isOwn && now > hour))) {
    add({ hour, place: stored.place, counts: carried ? less(before, carried) : before });
    hour = null;
  }
  if (isOwn && hour === null) return { hour: now, carried: isNothing(before) ? null : before, parts };
  if (isOwn && hour?.getTime() === now.getTime()) return { hour, carried, parts };
  add({ hour: now, place, counts: added });
  if (hour !== null) carried = carried ? plus(carried, added) : added;
  return { hour, carried: hour === null ? null : carried, parts };
}
