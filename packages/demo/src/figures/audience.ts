import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { isView, NO_SUMS, VIEW_PARTS, type ViewSums } from "@kinora/domain/analytics/view-sums.ts";
import type { Chance } from "./chance.ts";
import type { FigureStage, WatchedVideo } from "./stage.ts";

type Weighted<Value> = readonly (readonly [Value, number])[];

const COUNTRIES = [
  ["DE", 34],
  ["GB", 16],
  ["US", 14],
  ["NL", 9],
  ["FR", 8],
  ["AT", 6],
  ["DK", 5],
  ["CH", 4],
  ["SE", 3],
] as const;
const PAGES: Weighted<Pick<ArrivedReport, "host" | "path">> = [
  [{ host: "www.northquay.example", path: "/films" }, 46],
  [{ host: "harbor-news.example", path: "/video" }, 22],
  [{ host: "tides.example", path: "/blog/2026" }, 12],
  [{ host: "festival.example", path: "/programme" }, 8],
  [{ host: null, path: null }, 12],
];
const DEVICES: Weighted<Pick<ArrivedReport, "device" | "browser"> & { heights: number[] }> = [
  [{ device: "desktop", browser: "Chrome", heights: [720, 1080] }, 28],
  [{ device: "desktop", browser: "Firefox", heights: [720, 1080] }, 10],
  [{ device: "desktop", browser: "Safari", heights: [720, 1080] }, 8],
  [{ device: "phone", browser: "Safari", heights: [360, 480, 720] }, 22],
  [{ device: "phone", browser: "Chrome", heights: [360, 480, 720] }, 20],
  [{ device: "tablet", browser: "Safari", heights: [480, 720] }, 7],
  [{ device: "tv", browser: "Chrome", heights: [1080] }, 5],
];
const AUDIENCES = [
  ["viewer", 95],
  ["team", 3],
  ["bot", 2],
] as const;
/** How many people there are to come back. */
const PEOPLE = 3_000;
const LIMITED = 0.06;
const IN_PLAYLIST = 0.25;
const NO_PLAY = 0.27;
const FAILS = 0.006;
const LIVE_HEIGHTS = [480, 720, 1080];
const SECOND_MS = 1_000;

/** What is watched: a video, or a livestream of which so many seconds are left. */
export type Watched = { kind: "video"; video: WatchedVideo } | { kind: "stream"; id: number; secondsLeft: number };

/** One view of a video or livestream as its last report tells it. */
export function viewOf(
  chance: Chance,
  { projectId, players, playlists }: FigureStage,
  watched: Watched,
  loadedAt: Date,
): ArrivedReport {
  const device = chance.pick(DEVICES);
  const page = chance.pick(PAGES);
  const limited = chance.happens(LIMITED);
  const sums = sumsOf(chance, watched, device.heights);
  const age = (sums.first_frame_ms ?? 0) + sums.watched_ms + sums.waited_ms + chance.between(1, 20) * SECOND_MS;
  // Some people come often: the square makes low numbers likely.
  const person = Math.floor(PEOPLE * chance.next() ** 2);
  const player =
    players.length > 0 && chance.happens(0.8)
      ? (players[Math.floor(players.length * chance.next() ** 2)] ?? null)
      : null;
  return {
    view: chance.uuid(),
    report: 1,
    sums,
    viewed: isView(sums, watched.kind === "video" ? watched.video.seconds : null),
    loadedAt,
    arrivedAt: new Date(loadedAt.getTime() + age),
    day: loadedAt.toISOString().slice(0, 10),
    item: { kind: watched.kind, id: watched.kind === "video" ? watched.video.id : watched.id, projectId },
    player,
    playlist: playlistOf(chance, playlists, watched),
    host: limited ? null : page.host,
    path: limited ? null : page.path,
    country: limited ? null : chance.pick(COUNTRIES),
    device: device.device,
    browser: device.browser,
    audience: chance.pick(AUDIENCES),
    client: limited ? null : `seeded person ${person}`,
  };
}

/** Some see a video within one of its playlists. */
function playlistOf(chance: Chance, playlists: FigureStage["playlists"], watched: Watched): string | null {
  if (!chance.happens(IN_PLAYLIST) || watched.kind !== "video") return null;
  const around = playlists.filter(({ videos }) => videos.includes(watched.video.id));
  return around[Math.floor(around.length * chance.next())]?.hash ?? null;
}

function sumsOf(chance: Chance, watched: Watched, heights: readonly number[]): ViewSums {
  if (chance.happens(FAILS)) return { ...NO_SUMS, error: "network" };
  if (chance.happens(NO_PLAY)) return NO_SUMS;
  const share = shareWatched(chance);
  const seconds = watched.kind === "video" ? watched.video.seconds * share : watched.secondsLeft * share;
  const watchedMs = Math.round(seconds * SECOND_MS);
  const waits = chance.happens(0.12) ? 1 + Math.floor(3 * chance.next()) : 0;
  const offered = watched.kind === "video" ? watched.video.renditions.map(({ height }) => height) : LIVE_HEIGHTS;
  const isVideo = watched.kind === "video";
  return {
    ...NO_SUMS,
    played: true,
    ended: isVideo && share >= 1,
    first_frame_ms: Math.round(
      180 + 900 * chance.next() ** 2 + (chance.happens(0.05) ? chance.between(800, 4_000) : 0),
    ),
    watched_ms: watchedMs,
    waited_ms: Math.round(waits * chance.between(200, 1_500)),
    waits,
    furthest: isVideo ? share : null,
    parts: isVideo ? partsOf(share) : null,
    heights: { [heightFor(offered, heights[Math.floor(heights.length * chance.next())] ?? 720)]: watchedMs },
  };
}

/** A fifth leaves at once, a third stays to the end, and the others leave along the way. */
function shareWatched(chance: Chance): number {
  const kind = chance.next();
  if (kind < 0.2) return chance.between(0.02, 0.12);
  return kind > 0.66 ? 1 : chance.between(0.12, 0.98);
}

const partsOf = (share: number): number[] =>
  Array.from({ length: VIEW_PARTS }, (_, at) => (at < Math.ceil(share * VIEW_PARTS) ? 1 : 0));

/** The tallest rendition that is not above what is wanted, or the lowest one. */
const heightFor = (offered: readonly number[], wanted: number): number =>
  offered.filter((height) => height <= wanted).at(-1) ?? offered[0] ?? wanted;
