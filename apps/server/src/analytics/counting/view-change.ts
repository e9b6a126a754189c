import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { startupStep } from "@kinora/domain/analytics/startup-steps.ts";
import { hundredths, joinSums, NO_SUMS, watchedParts, type ViewSums } from "@kinora/domain/analytics/view-sums.ts";

/** The columns of sums that are plain sums. */
export const SUMMED = [
  "loads",
  "plays",
  "views",
  "ends",
  "watched_ms",
  "waited_ms",
  "waits",
  "errors",
  "ads",
  "ad_requests",
  "furthest",
  "watched_parts",
] as const;

/** What a view, or a part of one, adds to sums: the columns of SUMMED in their order and, last, 1 for its first frame. */
export type Counts = readonly number[];

/** What sums tell views apart by. A view stays what it began with; a country that was not known may become known. */
export interface ViewPlace {
  playerId: number | null;
  host: string | null;
  country: string | null;
  device: string;
  browser: string;
  audience: ArrivedReport["audience"];
}

/** A view as it is stored. */
export interface StoredView {
  isNew: boolean;
  sums: ViewSums;
  viewed: boolean;
  visitor: Buffer | null;
  place: ViewPlace;
  /** The hour whose part of the view is in its row alone, and what of it is in `view_hours` beside that. */
  hour: Date | null;
  carried: Counts | null;
}

/** What a report adds to what is stored of its view. */
export interface ViewChange {
  report: ArrivedReport;
  stored: StoredView;
  sums: ViewSums;
  viewed: boolean;
  place: ViewPlace;
  /** The first frame of a viewer who may be distinguished from others. */
  isNewVisitor: boolean;
  /** What was counted of the view before, and what is added now. */
  before: Counts;
  added: Counts;
  parts: number[] | null;
  /** The code of an error that was not known. */
  code: string | null;
}

const STARTUP = SUMMED.length;
const NOTHING: Counts = Array.from({ length: STARTUP + 1 }, () => 0);

/** A view of which nothing is stored. */
export const newView = ({ host, country, device, browser, audience }: ArrivedReport): StoredView => ({
  isNew: true,
  sums: NO_SUMS,
  viewed: false,
  visitor: null,
  place: { playerId: null, host, country, device, browser, audience },
  hour: null,
  carried: null,
});

/** Compares a report to what is stored. */
export function changeOf(stored: StoredView, report: ArrivedReport): ViewChange {
  const joined = joinSums(stored.sums, report.sums);
  // As it is stored, so that it is the same number when it is compared again.
  const sums = { ...joined, furthest: joined.furthest === null ? null : Math.fround(joined.furthest) };
  const viewed = stored.viewed || report.viewed;
  const before = stored.isNew ? NOTHING : countsOf(stored);
  return {
    report,
    stored,
    sums,
    viewed,
    place: { ...stored.place, country: stored.place.country ?? report.country },
    isNewVisitor: report.client !== null && sums.played && !(stored.sums.played && stored.visitor !== null),
    before,
    added: less(countsOf({ sums, viewed }), before),
    parts: addedParts(stored.sums.parts, sums.parts),
    code: stored.sums.error === null ? sums.error : null,
  };
}

/** What a view amounts to in sums. */
function countsOf({ sums, viewed }: Pick<StoredView, "sums" | "viewed">): Counts {
  const counts: Record<(typeof SUMMED)[number], number> = {
    loads: 1,
    plays: Number(sums.played),
    views: Number(viewed),
    ends: Number(sums.ended),
    watched_ms: sums.watched_ms,
    waited_ms: sums.waited_ms,
    waits: sums.waits,
    errors: Number(sums.error !== null),
    ads: sums.ads,
    ad_requests: sums.ad_requests,
    furthest: hundredths(sums.furthest),
    watched_parts: watchedParts(sums.parts),
  };
  return [...SUMMED.map((name) => counts[name]), Number(sums.first_frame_ms !== null)];
}

export const less = (counts: Counts, others: Counts): Counts => counts.map((count, at) => count - (others[at] ?? 0));
export const plus = (counts: Counts, others: Counts): Counts => counts.map((count, at) => count + (others[at] ?? 0));
export const isNothing = (counts: Counts): boolean => counts.every((count) => count === 0);
/** The plays among counts. */
export const playsOf = (counts: Counts): number => counts[SUMMED.indexOf("plays")] ?? 0;
export const watchedOf = (counts: Counts): number => counts[SUMMED.indexOf("watched_ms")] ?? 0;

/** The step of the first frame that is among counts; null when none is. */
export const startupOf = (counts: Counts, { first_frame_ms: ms }: ViewSums): number | null =>
  counts[STARTUP] === 1 && ms !== null ? startupStep(ms) : null;

function addedParts(before: readonly number[] | null, now: readonly number[] | null): number[] | null {
  if (!now) return null;
  const added = before ? now.map((count, at) => count - (before[at] ?? 0)) : [...now];
  return added.some((count) => count !== 0) ? added : null;
}
