import { shareOf } from "@kinora/domain/analytics/reports.ts";
import { startupPercentile } from "@kinora/domain/analytics/startup-steps.ts";
import type { ViewSumsRow } from "../sums/report-sums.ts";

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
  seconds_per_play: shareOf(sums.watched_ms / 1_000, sums.plays),
  average_watched: shareOf(sums.watched_parts / HUNDREDTHS, sums.video_plays),
  average_furthest: shareOf(sums.furthest / HUNDREDTHS, sums.video_plays),
  completed: shareOf(sums.ends, sums.video_plays),
  rebuffering: shareOf(sums.waited_ms, sums.watched_ms + sums.waited_ms),
  errors: sums.errors,
  error_rate: shareOf(sums.errors, sums.loads),
  ads: sums.ads,
  ad_fill: shareOf(sums.ads, sums.ad_requests),
  startup_p50: startupPercentile(sums.startups ?? [], HALF),
  startup_p95: startupPercentile(sums.startups ?? [], MOST),
});
