import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { noStartups, startupStep } from "@kinora/domain/analytics/startup-steps.ts";
import { hundredths, joinSums, VIEW_PARTS, watchedParts, type ViewSums } from "@kinora/domain/analytics/view-sums.ts";

/** A view as it is stored. */
export interface StoredView {
  /** 0 before its first report was counted. */
  report: number;
  sums: ViewSums;
  viewed: boolean;
  visitor: Buffer | null;
  playerId: number | null;
}

/** What a report adds to what is stored of its view. */
export interface ViewChange {
  report: ArrivedReport;
  sums: ViewSums;
  viewed: boolean;
  playerId: number | null;
  /** The first frame of a viewer who may be distinguished from others. */
  isNewVisitor: boolean;
  /** As columns of view_hours. */
  added: Record<(typeof SUMMED)[number], number>;
  startups: number[] | null;
  parts: number[] | null;
  /** The code of an error that was not known. */
  code: string | null;
}

/** The columns of view_hours that are plain sums. */
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

/** Compares a report to what is stored. */
export function changeOf(stored: StoredView, report: ArrivedReport): ViewChange {
  const before = stored.sums;
  const sums = joinSums(before, report.sums);
  const viewed = stored.viewed || report.viewed;
  const code = before.error === null ? sums.error : null;
  const started = before.first_frame_ms === null ? sums.first_frame_ms : null;
  const since = (was: boolean, is: boolean) => Number(is) - Number(was);
  return {
    report,
    sums,
    viewed,
    playerId: stored.playerId,
    isNewVisitor: report.client !== null && sums.played && !(before.played && stored.visitor !== null),
    added: {
      loads: stored.report === 0 ? 1 : 0,
      plays: since(before.played, sums.played),
      views: since(stored.viewed, viewed),
      ends: since(before.ended, sums.ended),
      watched_ms: sums.watched_ms - before.watched_ms,
      waited_ms: sums.waited_ms - before.waited_ms,
      waits: sums.waits - before.waits,
      errors: code === null ? 0 : 1,
      ads: sums.ads - before.ads,
      ad_requests: sums.ad_requests - before.ad_requests,
      furthest: hundredths(sums.furthest) - hundredths(before.furthest),
      watched_parts: watchedParts(sums.parts) - watchedParts(before.parts),
    },
    startups: started === null ? null : oneStartup(started),
    parts: addedParts(before.parts, sums.parts),
    code,
  };
}

/** Whether it changes any sum of an hour. */
export const addsAnything = ({ added, startups }: ViewChange): boolean =>
  startups !== null || SUMMED.some((name) => added[name] !== 0);

function oneStartup(ms: number): number[] {
  const steps = noStartups();
  steps[startupStep(ms)] = 1;
  return steps;
}

function addedParts(before: readonly number[] | null, now: readonly number[] | null): number[] | null {
  if (!now) return null;
  const added = Array.from({ length: VIEW_PARTS }, (_, at) => (now[at] ?? 0) - (before?.[at] ?? 0));
  return added.some((count) => count !== 0) ? added : null;
}
