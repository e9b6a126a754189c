import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "@kinora/db/connect.ts";
import { startEmbeddedPostgres } from "@kinora/db/embedded/embedded-postgres.ts";
import { freePort } from "@kinora/db/free-port.ts";
import { migrate } from "@kinora/db/migrate.ts";
import { sql } from "kysely";
import { deliveriesOf, type ReportFilter } from "../apps/server/src/analytics/reports/filter.ts";
import type { Period } from "../apps/server/src/analytics/reports/period.ts";
import { sumAgain } from "../apps/server/src/analytics/sums/fill-sums.ts";
import { reportSums } from "../apps/server/src/analytics/sums/reader.ts";
import type { ReportSums } from "../apps/server/src/analytics/sums/report-sums.ts";
import { bounded } from "../apps/server/src/platform/lists/bounded-read.ts";
import { addDays, addRawViews, REPORTS_A_VIEW } from "./analytics-rows.ts";
import { measureWrites } from "./analytics-writes.ts";
import type { Benchmark } from "./benchmark.ts";
import { print, round } from "./figure.ts";
import { quantile } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";

const VIEWS = Number(process.env["KINORA_BENCH_VIEWS"] ?? sized(2_000_000, 20_000));
const FILLED_AT_ONCE = sized(100_000, 20_000);
const FILLING_MS = 240_000;
const ASKED = rounds(20);
const FIRST_PAGE = { page: 1, per_page: 30 };

/** Counting views, and the questions of the reports. */
export const analytics: Benchmark = {
  what: `reports of views written by an edge, and reports over ${(VIEWS * REPORTS_A_VIEW) / 1e6} M of them in 90 days`,
  async run(cleanUp) {
    const { db, postmaster } = await openDatabase(cleanUp);
    const days = await addDays(db);
    await measureWrites(db, await aProject(db), postmaster, cleanUp);
    await measureQuestions(db, days);
    console.log(`  load of the machine at the end: ${loadavg().map(round).join(", ")} (1, 5, 15 minutes)`);
  },
};

/** The embedded PostgreSQL, which waits for its disk at each commit, with nothing beside it. */
async function openDatabase(cleanUp: AsyncDisposableStack): Promise<{ db: Database; postmaster: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), "kinora-bench-database-"));
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, port: await freePort(), password: randomUUID() });
  cleanUp.defer(() => server.stop());
  await migrate(server.url);
  const db = connect(server.url, { applicationName: "kinora-bench" });
  cleanUp.defer(() => db.destroy());
  return { db, postmaster: server.pid() };
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
    select count(*)::int as rows, (select sum(pg_total_relation_size(relid)) / 1e6 from pg_partition_tree('view_sums'))::float8 as megabytes,
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
