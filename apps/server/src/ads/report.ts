import { AD_EVENTS, type AdEvent } from "@kinora/domain/ads/ad-events.ts";
import { vastErrorText } from "@kinora/domain/ads/ad-media.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";

/** What players reported of a project's ads in the last `days` days, today included, in UTC. */
export async function readAdReport({ db, clock }: Pick<Context, "db" | "clock">, projectId: number, days: number) {
  const since = new Date(clock.now().getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sql<{ day: string; event: AdEvent; code: number; count: number }>`
    select day::text as day, event, code, count::float8 as count from ad_counts
    where project_id = ${projectId} and day >= ${since}::date order by day`.execute(db);
  const totals = Object.fromEntries(AD_EVENTS.map((event) => [event, 0])) as Record<AdEvent, number>;
  const errors = new Map<number, number>();
  const byDay = new Map<string, { day: string; requests: number; impressions: number; errors: number }>();
  for (const { day, event, code, count } of rows) {
    totals[event] += count;
    const entry = byDay.get(day) ?? { day, requests: 0, impressions: 0, errors: 0 };
    byDay.set(day, entry);
    if (event === "request") entry.requests += count;
    if (event === "impression") entry.impressions += count;
    if (event === "error") {
      entry.errors += count;
      errors.set(code, (errors.get(code) ?? 0) + count);
    }
  }
  return {
    totals,
    errors: [...errors]
      .map(([code, count]) => ({ code, text: vastErrorText(code), count }))
      .toSorted((one, other) => other.count - one.count),
    days: [...byDay.values()],
  };
}
