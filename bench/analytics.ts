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
import { sumAgain } from "../apps/server/src/analytics/sums/fill-sums.ts";
import { reportSums } from "../apps/server/src/analytics/sums/reader.ts";
import type { ReportSums } from "../apps/server/src/analytics/sums/report-sums.ts";
import { bounded } from "../apps/server/src/platform/lists/bounded-read.ts";
import { addDays, addRawViews, REPORTS_A_VIEW, someReports } from "./analytics-rows.ts";
import type { Benchmark } from "./benchmark.ts";
import { print, round } from "./figure.ts";
import { alternate, median, quantile } from "./rounds.ts";

/** As many as an edge writes in one transaction. */
const BATCH = 2_000;
const BATCHES = 5;
const ROUNDS = 5;
const VIEWS = Number(process.env["KINORA_BENCH_VIEWS"] ?? 2_000_000);
const FILLED_AT_ONCE = 100_000;
const FILLING_MS = 240_000;
const ASKED = 20;
const FIRST_PAGE = { page: 1, perPage: 30 };

/** Counting views, and the questions of the reports. */
export const analytics: Benchmark = {
  what: `reports of views written by an edge, and reports over ${(VIEWS * REPORTS_A_VIEW) / 1e6} M of them in 90 days`,
  async run(cleanUp) {
    const db = await openDatabase(cleanUp);
    const days = await addDays(db);
    await measureWrites(db, cleanUp);
    await measureQuestions(db, days);
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
  await sql`create table bench_views (like views including defaults)`.execute(db);
  let known: ReturnType<typeof someReports>[] = [];
  const write = async (batches: readonly ReturnType<typeof someReports>[]) => {
    const began = performance.now();
    for (const batch of batches) await writeViews(db, visitors, batch);
    return perSecond(began);
  };
  const { begun, continued, copy } = await alternate(ROUNDS, {
    begun() {
      known = Array.from({ length: BATCHES }, () => someReports(projectId, BATCH));
      return write(known);
    },
    continued: () =>
      write(
        known.map((batch) =>
          batch.map((report) => ({ ...report, report: 2, sums: { ...report.sums, watched_ms: 20_000 } })),
        ),
      ),
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
  const beside = { what: "COPY of the same rows, no index, no sums", value: median(copy) };
  for (const [what, ours] of [
    ["new views", begun],
    ["views that go on", continued],
  ] as const)
    print({
      what: `${what} counted and committed, ${BATCH} in a transaction`,
      ours: median(ours),
      unit: "a second",
      beside,
      better: "higher",
      goal: "50,000 reports a second",
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

/** What the reports ask, beside the same of the views themselves. */
async function measureQuestions(db: Database, days: readonly string[]): Promise<void> {
  const projectId = await aProject(db);
  const views = await fill(db, projectId, days);
  console.log(`  ${views} views of ${REPORTS_A_VIEW} reports each: ${round((views * REPORTS_A_VIEW) / 1e6)} M reports`);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const length of [7, 28, 90]) {
    const period: Period = { from: day(length - 1), to: day(0), zone: "Asia/Kolkata", granularity: "day" };
    await measureRange(db, projectId, length, period);
  }
}

async function measureRange(db: Database, projectId: number, days: number, period: Period): Promise<void> {
  const all: ReportFilter = {
    ...{ projectId, video: undefined, stream: undefined, player: undefined, host: undefined },
    ...{ country: undefined, device: undefined, own: false, bots: false },
  };
  const [host, country] = ["site-7.example", "FR"];
  const chart = "date_trunc('day', reported_at at time zone 'Asia/Kolkata')";
  const questions: [
    string,
    string,
    ReportFilter,
    string,
    (sums: ReportSums, filter: ReportFilter) => Promise<unknown>,
  ][] = [
    ["figures", "≤ 50 ms", all, "true", (sums, filter) => sums.views(filter, period)],
    ["chart by day", "≤ 50 ms", all, chart, (sums, filter) => sums.viewsByPoint(filter, period)],
    ["top videos", "≤ 50 ms", all, "item_id", (sums, filter) => sums.viewsByItem(filter, period, "video", FIRST_PAGE)],
    [
      "table of domains",
      "≤ 100 ms",
      all,
      "host",
      (sums, filter) => sums.viewsByKey(filter, period, "host", FIRST_PAGE),
    ],
    ["figures of a domain", "≤ 300 ms", { ...all, host }, "true", (sums, filter) => sums.views(filter, period)],
    ["chart of a domain", "≤ 300 ms", { ...all, host }, chart, (sums, filter) => sums.viewsByPoint(filter, period)],
    [
      "domains of a country",
      "≤ 300 ms",
      { ...all, country },
      "host",
      (sums, filter) => sums.viewsByKey(filter, period, "host", FIRST_PAGE),
    ],
    [
      "videos of a country",
      "≤ 300 ms",
      { ...all, country },
      "item_id",
      (sums, filter) => sums.viewsByItem(filter, period, "video", FIRST_PAGE),
    ],
    [
      "figures of a domain in a country",
      "≤ 300 ms",
      { ...all, host, country },
      "true",
      (sums, filter) => sums.views(filter, period),
    ],
  ];
  for (const [what, goal, filter, key, ask] of questions)
    print({
      what: `${days} days, ${what}, p95`,
      ours: await slowest(() => bounded(db, (tx) => ask(reportSums(tx), filter)), ASKED),
      unit: "ms",
      beside: { what: "of the views themselves", value: await slowest(() => askRaw(db, filter, period, key), 3) },
      better: "lower",
      goal,
      rounds: 1,
    });
}

/** As many views as can be made in four minutes; returns how many those are. */
async function fill(db: Database, projectId: number, days: readonly string[]): Promise<number> {
  const began = performance.now();
  let made = 0;
  while (made < VIEWS && performance.now() - began < FILLING_MS) {
    await addRawViews(db, projectId, made, FILLED_AT_ONCE);
    made += FILLED_AT_ONCE;
  }
  const filled = performance.now();
  for (const day of days) await db.transaction().execute((tx) => sumAgain(tx, "views", projectId, day));
  console.log(`  their ${days.length} days summed in ${round((performance.now() - filled) / 1_000)} s`);
  await sql`vacuum analyze views`.execute(db);
  await sql`vacuum analyze view_sums`.execute(db);
  const { rows } = await sql<{ rows: number; megabytes: number; views: number }>`
    select count(*)::int as rows, pg_total_relation_size('view_sums') / 1e6::float8 as megabytes,
      (select sum(pg_total_relation_size(inhrelid)) / 1e6 from pg_inherits where inhparent = 'views'::regclass)::float8 as views
    from view_sums`.execute(db);
  const [size] = rows;
  if (size)
    console.log(`  ${size.rows} rows of sums: ${round(size.megabytes)} MB beside ${round(size.views)} MB of views`);
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

async function slowest(ask: () => Promise<unknown>, times: number): Promise<number> {
  const took: number[] = [];
  for (let asked = 0; asked < times; asked += 1) {
    const began = performance.now();
    await ask();
    took.push(performance.now() - began);
  }
  return quantile(took, 0.95);
}
