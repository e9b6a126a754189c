import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "@kinora/db/connect.ts";
import { startEmbeddedPostgres } from "@kinora/db/embedded/embedded-postgres.ts";
import { freePort } from "@kinora/db/free-port.ts";
import { migrate } from "@kinora/db/migrate.ts";
import { sql } from "kysely";
import { Visitors } from "../apps/server/src/analytics/counting/visitors.ts";
import { writeViews } from "../apps/server/src/analytics/counting/write-views.ts";
import { deliveriesOf, type ReportFilter } from "../apps/server/src/analytics/reports/filter.ts";
import type { Period } from "../apps/server/src/analytics/reports/period.ts";
import { postgresSums } from "../apps/server/src/analytics/sums/postgres-sums.ts";
import { addRawViews, REPORTS_A_VIEW, someReports, sumRawViews } from "./analytics-rows.ts";
import type { Benchmark } from "./benchmark.ts";
import { print, round } from "./figure.ts";
import { alternate, median, quantile } from "./rounds.ts";

/** As many as an edge writes in one transaction. */
const BATCH = 2_000;
const BATCHES = 5;
const ROUNDS = 5;
const VIEWS = 2_000_000;
const FILLED_AT_ONCE = 100_000;
const FILLING_MS = 240_000;
const ASKED = 20;
const FIRST_PAGE = { page: 1, perPage: 30 };

/** Counting views, and the questions of the reports. */
export const analytics: Benchmark = {
  what: `reports of views written by an edge, and reports over ${(VIEWS * REPORTS_A_VIEW) / 1e6} M of them in 90 days`,
  async run(cleanUp) {
    const db = await openDatabase(cleanUp);
    await measureWrites(db, cleanUp);
    await measureQuestions(db);
    console.log(`  load of the machine at the end: ${loadavg().map(round).join(", ")} (1, 5, 15 minutes)`);
  },
};

/** The embedded PostgreSQL, which waits for its disk at each commit, with nothing beside it. */
async function openDatabase(cleanUp: AsyncDisposableStack): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), "kinora-bench-database-"));
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, port: await freePort(), password: randomUUID() });
  cleanUp.defer(() => server.stop());
  await migrate(server.url);
  const db = connect(server.url, { applicationName: "kinora-bench" });
  cleanUp.defer(() => db.destroy());
  return db;
}

async function aProject(db: Database): Promise<number> {
  const account = await sql<{
    id: number;
  }>`insert into accounts (name, cell) values ('Bench', 'local') returning id`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into projects (account_id, hash, name, domain, timezone)
    values (${account.rows[0]?.id}, substr(md5(random()::text), 1, 8), 'Bench', 'example.com', 'Europe/Berlin') returning id`.execute(
    db,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("The project was not made.");
  return id;
}

/** Reports that are committed in a second, beside the same rows by COPY into a table without any index. */
async function measureWrites(db: Database, cleanUp: AsyncDisposableStack): Promise<void> {
  const projectId = await aProject(db);
  const visitors = new Visitors(db);
  const folder = await mkdtemp(join(tmpdir(), "kinora-bench-"));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  // The database may belong to another person.
  await chmod(folder, 0o755);
  await sql`create table bench_views (like views)`.execute(db);
  const { ours, copy } = await alternate(ROUNDS, {
    async ours() {
      const batches = Array.from({ length: BATCHES }, () => someReports(projectId, BATCH));
      const began = performance.now();
      for (const batch of batches) await writeViews(db, visitors, batch);
      return perSecond(began);
    },
    async copy() {
      const file = join(folder, "rows.csv");
      const lines = Array.from({ length: BATCHES }, () => someReports(projectId, BATCH)).flat();
      await writeFile(file, `${lines.map(csvOf).join("\n")}\n`, { mode: 0o644 });
      const began = performance.now();
      await sql`copy bench_views (day, id, project_id, item_kind, item_id, host, path, country, device, browser, audience,
        report, loaded_at, reported_at, played, viewed, ended, first_frame_ms, watched_ms, waited_ms, waits, ads, ad_requests, heights)
        from ${sql.lit(file)} with (format csv, delimiter E'\t')`.execute(db);
      return perSecond(began);
    },
  });
  print({
    what: `reports counted and committed, ${BATCH} in a transaction`,
    ours: median(ours),
    unit: "a second",
    beside: { what: "COPY of the same rows, no index, no sums", value: median(copy) },
    better: "higher",
    goal: "≥ 0.3",
    rounds: ROUNDS,
  });
}

const perSecond = (began: number) => (BATCHES * BATCH * 1_000) / (performance.now() - began);

function csvOf({
  day,
  view,
  report,
  sums,
  viewed,
  arrivedAt,
  item,
  host,
  path,
  country,
  device,
  browser,
  audience,
}: ReturnType<typeof someReports>[number]): string {
  const at = arrivedAt.toISOString();
  const heights = `"${JSON.stringify(sums.heights).replaceAll('"', '""')}"`;
  return [
    ...[day, view, item.projectId, item.kind, item.id, host, path, country, device, browser, audience, report, at, at],
    ...[sums.played, viewed, sums.ended, sums.first_frame_ms, sums.watched_ms, sums.waited_ms, sums.waits, sums.ads],
    ...[sums.ad_requests, heights],
  ].join("\t");
}

/** What the reports ask of the sums, beside the same of the views themselves. */
async function measureQuestions(db: Database): Promise<void> {
  const projectId = await aProject(db);
  const views = await fill(db, projectId);
  console.log(`  ${views} views of ${REPORTS_A_VIEW} reports each: ${round((views * REPORTS_A_VIEW) / 1e6)} M reports`);
  const filter: ReportFilter = {
    ...{ projectId, video: undefined, stream: undefined, player: undefined, host: undefined },
    ...{ country: undefined, device: undefined, own: false, bots: false },
  };
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const days of [7, 28, 90]) {
    const period: Period = { from: day(days - 1), to: day(0), zone: "Europe/Berlin", granularity: "day" };
    const sums = postgresSums(db);
    const raw = (key: string) => askRaw(db, filter, period, key);
    await compare(
      `${days} days, figures`,
      () => sums.views(filter, period),
      () => raw("true"),
    );
    await compare(
      `${days} days, chart by day`,
      () => sums.viewsByPoint(filter, period),
      () => raw("date_trunc('day', reported_at at time zone 'Europe/Berlin')"),
    );
    await compare(
      `${days} days, table of domains`,
      () => sums.viewsByKey(filter, period, "host", FIRST_PAGE),
      () => raw("host"),
    );
    await compare(
      `${days} days, top videos`,
      () => sums.viewsByItem(filter, period, "video", FIRST_PAGE),
      () => raw("item_id"),
    );
  }
}

/** As many views as can be made in four minutes; returns how many those are. */
async function fill(db: Database, projectId: number): Promise<number> {
  const began = performance.now();
  let made = 0;
  while (made < VIEWS && performance.now() - began < FILLING_MS) {
    await addRawViews(db, projectId, made, FILLED_AT_ONCE);
    made += FILLED_AT_ONCE;
  }
  await sumRawViews(db, projectId);
  await sql`vacuum analyze views`.execute(db);
  await sql`vacuum analyze view_hours`.execute(db);
  return made;
}

async function askRaw(db: Database, filter: ReportFilter, { from, to, zone }: Period, key: string): Promise<void> {
  await sql`
    select ${sql.raw(key)} as key, count(*), count(*) filter (where played) as plays, sum(watched_ms), sum(waited_ms),
      sum(furthest), count(*) filter (where viewed) from views
    where ${deliveriesOf(filter)} and audience = 'viewer' and reported_at >= ${from}::timestamp at time zone ${zone}
      and reported_at < (${to}::date + 1)::timestamp at time zone ${zone}
    group by 1 order by 3 desc limit 30`.execute(db);
}

async function compare(what: string, ask: () => Promise<unknown>, askViews: () => Promise<unknown>): Promise<void> {
  print({
    what: `${what}, p95`,
    ours: await slowest(ask, ASKED),
    unit: "ms",
    beside: { what: "of the views themselves", value: await slowest(askViews, 3) },
    better: "lower",
    goal: "≤ 50 ms",
    rounds: 1,
  });
}

async function slowest(ask: () => Promise<unknown>, times: number): Promise<number> {
  const took: number[] = [];
  for (let asked = 0; asked < times; asked += 1) {
    const began = performance.now();
    await ask();
    took.push(performance.now() - began);
  }
  return quantile(took, 0.95);
}
