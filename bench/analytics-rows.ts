import { randomUUID } from "node:crypto";
import type { Database } from "@kinora/db/connect.ts";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_SUMS, VIEW_PARTS } from "@kinora/domain/analytics/view-sums.ts";
import { sql } from "kysely";

const DAYS = 90;
const DAY_MS = 86_400_000;
/** A player reports every ten seconds, and at its load, first frame and end. */
export const REPORTS_A_VIEW = 10;
const HOSTS = 40;
const COUNTRIES = ["DE", "FR", "NL", "US", "GB", "ES", "IT", "PL"];

/** Reports of different views of one project, as an edge hands them over. */
export function someReports(projectId: number, count: number): ArrivedReport[] {
  const now = new Date();
  const day = now.toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, at) => ({
    view: randomUUID(),
    report: 1,
    sums: { ...NO_SUMS, played: true, first_frame_ms: 300 + (at % 900), ...watchedAfter(1) },
    viewed: true,
    arrivedAt: now,
    loadedAt: now,
    day,
    item: { kind: "video" as const, id: 1 + (at % 500), projectId },
    player: null,
    playlist: null,
    host: `site-${at % HOSTS}.example`,
    path: "/",
    country: COUNTRIES[at % COUNTRIES.length] ?? null,
    device: "desktop" as const,
    browser: "Chrome",
    audience: "viewer" as const,
    client: randomUUID(),
  }));
}

/** What was watched after so many times ten seconds of a video of 100 s. */
const watchedAfter = (times: number) => ({
  ...{ watched_ms: times * 10_000, heights: { 720: times * 10_000 }, furthest: Math.min(1, times / 10) },
  parts: Array.from({ length: VIEW_PARTS }, (_, at) => Number(at < times * 10)),
});

/**
 * The reports that follow on others, of the same views.
 * @param times ten seconds of them were watched; as many as the report's number by default.
 */
export const laterReports = (
  reports: readonly ArrivedReport[],
  report: number,
  times: number = report,
): ArrivedReport[] =>
  reports.map((before) => ({ ...before, report, sums: { ...before.sums, ...watchedAfter(times) } }));

/** Makes the parts of the table of views that the last 90 days had. */
export async function addDays(db: Database): Promise<string[]> {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const days = Array.from({ length: DAYS + 1 }, (_, ago) => day(DAYS - ago));
  for (const name of days) {
    const next = new Date(Date.parse(name) + DAY_MS).toISOString().slice(0, 10);
    await sql`create table ${sql.table(`views_${name.replaceAll("-", "")}`)} partition of views
      for values from (${sql.lit(name)}) to (${sql.lit(next)}) with (fillfactor = 50)`.execute(db);
  }
  return days;
}

/** Adds views of the last 90 days without any sums. */
export async function addRawViews(db: Database, projectId: number, from: number, count: number): Promise<void> {
  await sql`
    insert into views (day, id, project_id, item_kind, item_id, host, path, country, device, browser, audience, visitor,
      report, loaded_at, reported_at, played, viewed, first_frame_ms, watched_ms, waited_ms, furthest, hour,
      furthest_hundredths, watched_hundredths)
    select (at at time zone 'UTC')::date, gen_random_uuid(), ${projectId}, 'video', 1 + (power(n % 1000 / 1000.0, 3) * 500)::int,
      'site-' || n % ${HOSTS} || '.example', '/', (${COUNTRIES}::text[])[1 + n % ${COUNTRIES.length}],
      (array['desktop', 'phone', 'tablet'])[1 + n % 3], (array['Chrome', 'Firefox', 'Safari'])[1 + n % 3], 'viewer', null,
      ${REPORTS_A_VIEW}, at, at, n % 10 > 1, n % 10 > 2, 200 + n % 2000, case when n % 10 > 1 then 10000 + n % 90000 else 0 end,
      n % 700, (n % 100) / 100.0, date_trunc('hour', at, 'UTC'), n % 100, n % 90
    from generate_series(${from}::int, ${from + count - 1}::int) n,
      lateral (select now() - ((n * 7919::bigint) % ${DAYS * 86_400}) * interval '1 second' as at) moment`.execute(db);
}
