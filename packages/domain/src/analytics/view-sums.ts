/** Hundredths of a video's duration that are counted one by one. */
export const VIEW_PARTS = 100;
/** What was watched this long counts as a view, or half of what is shorter than twice that. */
export const VIEW_MS = 10_000;
/** How much longer than by the server's clock a viewer may have watched: reports take their time. */
const TOLERANCE_MS = 10_000;
const MOST_WAITS = 10_000;
const MOST_ADS = 1_000;
const MOST_REPEATS = 1_000;
/** Players look this often where they are. */
const SAMPLE_MS = 250;
const MOST_HEIGHTS = 20;

/** What happened in one view, from its start to now. */
export interface ViewSums {
  /** The first frame was shown. */
  played: boolean;
  ended: boolean;
  /** From the request to play until the first frame, without ads. */
  first_frame_ms: number | null;
  /** Wall-clock time for which the picture moved. */
  watched_ms: number;
  /** Time for which it stood still for want of data after the first frame; seeking is none of it. */
  waited_ms: number;
  waits: number;
  /** The furthest moment, 0 to 1 of the duration; null for livestreams. */
  furthest: number | null;
  /** How often each hundredth was watched; null before any was, and for livestreams. */
  parts: number[] | null;
  /** Milliseconds watched by the height of the picture. */
  heights: Record<string, number>;
  /** Why it could not go on; null while it could. */
  error: string | null;
  /** Impressions. */
  ads: number;
  ad_requests: number;
}

/** A view in which nothing happened yet. */
export const NO_SUMS: ViewSums = {
  played: false,
  ended: false,
  first_frame_ms: null,
  watched_ms: 0,
  waited_ms: 0,
  waits: 0,
  furthest: null,
  parts: null,
  heights: {},
  error: null,
  ads: 0,
  ad_requests: 0,
};

/** Sums as far as they are possible: nobody watches longer than the page is open, and no part more often than it can be watched. */
export function possibleSums(sums: ViewSums, sinceLoadMs: number, isLive: boolean): ViewSums {
  const most = Math.max(0, sinceLoadMs) + TOLERANCE_MS;
  const within = (value: number, limit: number) => Math.round(Math.min(Math.max(0, value), limit));
  const watched = sums.played ? within(sums.watched_ms, most) : 0;
  const repeats = Math.min(MOST_REPEATS, 1 + Math.floor(watched / SAMPLE_MS));
  let left = watched;
  const heights: Record<string, number> = {};
  for (const [height, ms] of Object.entries(sums.heights).slice(0, MOST_HEIGHTS)) {
    heights[height] = within(ms, left);
    left -= heights[height];
  }
  return {
    ...sums,
    ended: sums.played && sums.ended,
    first_frame_ms: sums.played && sums.first_frame_ms !== null ? within(sums.first_frame_ms, most) : null,
    watched_ms: watched,
    waited_ms: sums.played ? within(sums.waited_ms, most - watched) : 0,
    waits: sums.played ? within(sums.waits, MOST_WAITS) : 0,
    furthest: isLive || !sums.played || sums.furthest === null ? null : Math.min(Math.max(0, sums.furthest), 1),
    parts: isLive || !sums.played || !sums.parts ? null : sums.parts.map((count) => within(count, repeats)),
    heights,
    ads: within(sums.ads, MOST_ADS),
    ad_requests: within(sums.ad_requests, MOST_ADS),
  };
}

/** Sums of two reports of one view, whichever is the newer: none ever becomes smaller, so that their order does not matter. */
export function joinSums(a: ViewSums, b: ViewSums): ViewSums {
  return {
    played: a.played || b.played,
    ended: a.ended || b.ended,
    first_frame_ms: a.first_frame_ms ?? b.first_frame_ms,
    watched_ms: Math.max(a.watched_ms, b.watched_ms),
    waited_ms: Math.max(a.waited_ms, b.waited_ms),
    waits: Math.max(a.waits, b.waits),
    furthest:
      a.furthest === null || b.furthest === null ? (a.furthest ?? b.furthest) : Math.max(a.furthest, b.furthest),
    parts: a.parts && b.parts ? a.parts.map((count, at) => Math.max(count, b.parts?.[at] ?? 0)) : (a.parts ?? b.parts),
    heights: joinHeights(a.heights, b.heights),
    error: a.error ?? b.error,
    ads: Math.max(a.ads, b.ads),
    ad_requests: Math.max(a.ad_requests, b.ad_requests),
  };
}

function joinHeights(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const joined = { ...a };
  for (const [height, ms] of Object.entries(b)) joined[height] = Math.max(joined[height] ?? 0, ms);
  return joined;
}

/** Whether what was watched counts as a view. */
export const isView = ({ watched_ms: watchedMs }: Pick<ViewSums, "watched_ms">, durationSeconds: number | null) =>
  watchedMs > 0 && watchedMs >= Math.min(VIEW_MS, durationSeconds === null ? VIEW_MS : durationSeconds * 500);

/** The furthest moment in whole hundredths, as sums count it. */
export const hundredths = (furthest: number | null): number => Math.round((furthest ?? 0) * VIEW_PARTS);

/** How many hundredths of the video were watched at least once. */
export function watchedParts(parts: readonly number[] | null): number {
  let watched = 0;
  for (const count of parts ?? []) if (count > 0) watched += 1;
  return watched;
}
