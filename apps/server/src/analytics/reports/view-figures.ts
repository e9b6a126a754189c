import { shareOf } from "@kinora/domain/analytics/reports.ts";
import { startupPercentile } from "@kinora/domain/analytics/startup-steps.ts";
import { sql } from "kysely";

/** Sums of rows of `view_hours`, as {@link viewSums} selects them. */
export interface ViewSumsRow {
  loads: number;
  plays: number;
  views: number;
  ends: number;
  watched_ms: number;
  waited_ms: number;
  errors: number;
  ads: number;
  ad_requests: number;
  furthest: number;
  /** Plays of videos: livestreams have no end that one could come near. */
  video_plays: number;
  startups: number[] | null;
}

const NAMES = [
  "loads",
  "plays",
  "views",
  "ends",
  "watched_ms",
  "waited_ms",
  "errors",
  "ads",
  "ad_requests",
  "furthest",
] as const;

/** The sums of a group of rows of `view_hours`. */
export const viewSums = sql`${sql.join(
  NAMES.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`),
)}, coalesce(sum(plays) filter (where item_kind = 'video'), 0)::float8 as video_plays, sum_startups(startups) as startups`;

const HALF = 0.5;
const MOST = 0.95;
const HUNDREDTHS = 100;

/** The figures that sums amount to (screens of analytics: each figure's definition is shown beside it). */
export const figuresOf = (sums: ViewSumsRow) => ({
  loads: sums.loads,
  plays: sums.plays,
  views: sums.views,
  play_rate: shareOf(sums.plays, sums.loads),
  watched_seconds: sums.watched_ms / 1_000,
  average_watched: shareOf(sums.furthest / HUNDREDTHS, sums.video_plays),
  completed: shareOf(sums.ends, sums.video_plays),
  rebuffering: shareOf(sums.waited_ms, sums.watched_ms + sums.waited_ms),
  errors: sums.errors,
  error_rate: shareOf(sums.errors, sums.loads),
  ads: sums.ads,
  ad_fill: shareOf(sums.ads, sums.ad_requests),
  startup_p50: startupPercentile(sums.startups ?? [], HALF),
  startup_p95: startupPercentile(sums.startups ?? [], MOST),
});

/** No rows at all. */
export const NO_VIEWS: ViewSumsRow = {
  ...(Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<(typeof NAMES)[number], number>),
  video_plays: 0,
  startups: null,
};
