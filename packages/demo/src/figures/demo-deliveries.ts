import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import type { DeliverySums } from "@kinora/server/analytics/counting/add-deliveries.ts";
import type { Chance } from "./chance.ts";
import type { FigureStage } from "./stage.ts";

const HOUR_MS = 3_600_000;
const SEGMENT_SECONDS = 4;
const POSTER_BYTES = 58_000;
const PLAYLIST_BYTES = 2_400;
const DOWNLOADS = 0.01;
/** What a cache in front of the edge would answer. */
const CACHED = 0.35;
/** Bits per second of a livestream by its height. */
const LIVE_BITRATES: Readonly<Record<number, number>> = { 480: 1_200_000, 720: 2_800_000, 1080: 5_000_000 };

/** What was sent for views, by the hour. */
export function deliveriesFor(chance: Chance, stage: FigureStage, views: Iterable<ArrivedReport>): DeliverySums[] {
  const sums = new Map<string, DeliverySums>();
  const add = (view: ArrivedReport, kind: string, height: number, requests: number, bytes: number) => {
    if (requests === 0) return;
    const hour = new Date(Math.floor(view.arrivedAt.getTime() / HOUR_MS) * HOUR_MS);
    const page = { player: view.player ?? "", host: view.host ?? "", country: view.country ?? "" };
    const where = { item: view.item, kind, height, ...page };
    const key = JSON.stringify([hour, where]);
    const row = sums.get(key) ?? { ...where, hour, requests: 0, bytes: 0, cached: 0 };
    sums.set(key, {
      ...row,
      requests: row.requests + requests,
      bytes: row.bytes + Math.round(bytes),
      cached: row.cached + Math.floor(requests * CACHED),
    });
  };
  const videos = new Map(stage.videos.map((video) => [video.id, video]));
  for (const view of views) {
    add(view, "poster", 0, 1, POSTER_BYTES);
    if (!view.sums.played) continue;
    add(view, "other", 0, 2, 2 * PLAYLIST_BYTES);
    const video = view.item.kind === "video" ? videos.get(view.item.id) : undefined;
    for (const [height, ms] of Object.entries(view.sums.heights)) {
      const seconds = ms / 1_000;
      const rendition = video?.renditions.find((each) => each.height === Number(height));
      const bytesASecond =
        video && rendition ? rendition.bytes / video.seconds : (LIVE_BITRATES[Number(height)] ?? 0) / 8;
      add(view, "segment", Number(height), Math.ceil(seconds / SEGMENT_SECONDS), seconds * bytesASecond);
    }
    const tallest = video?.renditions.at(-1);
    if (tallest && chance.happens(DOWNLOADS)) add(view, "download", tallest.height, 1, tallest.bytes);
  }
  return [...sums.values()];
}
