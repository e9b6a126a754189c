import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { viewOf } from "./audience.ts";
import type { Chance } from "./chance.ts";
import type { DemoSession } from "./demo-sessions.ts";
import type { FigureStage } from "./stage.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Loads of the project's best video on a usual day. */
const LOADS = 26;
/** By the hour in UTC: mornings grow, evenings are full. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 9, 10, 11, 10, 9, 9, 10, 12, 15, 18, 20, 16, 10, 5].map(
  (weight, hour) => [hour, weight] as const,
);
/** From Sunday on. */
const WEEKDAYS = [1.15, 0.9, 0.88, 0.92, 0.95, 1.1, 1.25];
const JOIN_SHARE = 0.7;

/** Everyone who opens a video on the days before `now`, in the order of their days: few videos are loved, new ones are seen first. */
export function* videoViews(chance: Chance, stage: FigureStage, days: number, now: Date): Generator<ArrivedReport> {
  const since = Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;
  const videos = stage.videos.map((video, place) => ({
    video,
    weight: 1 / (1 + place) ** 0.6,
    published: Math.floor(chance.next() ** 1.5 * days * 0.8),
  }));
  for (let day = 0; day < days; day += 1) {
    const begin = since + day * DAY_MS;
    const weekday = WEEKDAYS[new Date(begin).getUTCDay()] ?? 1;
    for (const { video, weight, published } of videos) {
      if (day < published) continue;
      const age = day - published;
      const loads = chance.around(LOADS * weight * weekday * (0.6 + (0.5 * day) / days + 2 * Math.exp(-age / 4)));
      for (let load = 0; load < loads; load += 1) {
        const at = begin + (chance.pick(HOURS) + chance.next()) * HOUR_MS;
        const view = viewOf(chance, stage, { kind: "video", video }, new Date(at));
        if (view.arrivedAt < now) yield view;
      }
    }
  }
}

/** Everyone who joins a livestream while it is on air, most of them near its start. */
export function* sessionViews(
  chance: Chance,
  stage: FigureStage,
  sessions: readonly DemoSession[],
): Generator<ArrivedReport> {
  for (const { streamId, startedAt, endedAt, guests } of sessions) {
    const length = endedAt.getTime() - startedAt.getTime();
    for (let guest = 0; guest < guests; guest += 1) {
      const at = startedAt.getTime() + length * JOIN_SHARE * chance.next() ** 2;
      const secondsLeft = (endedAt.getTime() - at) / 1_000;
      yield viewOf(chance, stage, { kind: "stream", id: streamId, secondsLeft }, new Date(at));
    }
  }
}
