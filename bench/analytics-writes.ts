import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@kinora/db/connect.ts";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { sql } from "kysely";
import { ViewCounts } from "../apps/server/src/analytics/counting/view-counts.ts";
import { Visitors } from "../apps/server/src/analytics/counting/visitors.ts";
import { writeViews } from "../apps/server/src/analytics/counting/write-views.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { laterReports, REPORTS_A_VIEW, someReports } from "./analytics-rows.ts";
import { print } from "./figure.ts";
import { descendants, secondsOf } from "./process-tree.ts";
import { processorSeconds } from "./processor-time.ts";
import { alternate, median } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";

/** As many as an edge writes in one transaction. */
const BATCH = sized(10_000, 500);
const ROUNDS = rounds(3);
/** Reports of a view between two writes of an edge, ten seconds apart: its load and first frame, then one each, its end and leaving. */
const WINDOWS = [2, 1, 1, 1, 1, 1, 1, 2];
/** Longer than any round: the bench says when to write. */
const NEVER_MS = 86_400_000;

/** Reports that are committed in a second, beside the same rows by COPY into a table without any index. */
export async function measureWrites(
  db: Database,
  projectId: number,
  postmaster: number,
  cleanUp: AsyncDisposableStack,
): Promise<void> {
  const visitors = new Visitors(db);
  const copy = await copying(db, cleanUp);
  let known = someReports(projectId, 0);
  let report = 1;
  const cost = new ProcessorCost(postmaster);
  const timed = async (name: string, views: number, write: () => Promise<void>) => {
    const began = performance.now();
    await cost.of(name, views, write);
    return (views * 1_000) / (performance.now() - began);
  };
  const found = await alternate(ROUNDS, {
    begun() {
      const begun = someReports(projectId, BATCH);
      if (known.length === 0) known = begun;
      return timed("begun", BATCH, () => writeViews(db, visitors, begun));
    },
    continued() {
      report += 1;
      return timed("continued", BATCH, () => writeViews(db, visitors, laterReports(known, report)));
    },
    async whole() {
      const views = someReports(projectId, BATCH);
      return REPORTS_A_VIEW * (await timed("whole", BATCH, () => countWhole(db, views)));
    },
    copy: () => copy(someReports(projectId, BATCH)),
  });
  const beside = { what: "COPY of the same rows, no index, no sums", value: median(found.copy) };
  for (const [name, what, goal] of [
    ["begun", `new views counted and committed, ${BATCH} in a transaction`, "none"],
    ["continued", "views that go on, as many", "none"],
    [
      "whole",
      `reports of whole views, merged for ten seconds each: ${REPORTS_A_VIEW} in ${WINDOWS.length} writes`,
      "≥ 50,000 a second",
    ],
  ] as const) {
    print({ what, ours: median(found[name]), unit: "a second", beside, better: "higher", goal, rounds: ROUNDS });
    console.log(`    ${cost.line(name)}`);
  }
}

/** Hands all reports of views to the counts of an edge, which writes as often as it would while they are watched. */
async function countWhole(db: Database, views: readonly ArrivedReport[]): Promise<void> {
  const counts = new ViewCounts({ db, log: createLog("warn", "bench") }, NEVER_MS);
  let report = 0;
  for (const [at, reports] of WINDOWS.entries()) {
    for (let each = 0; each < reports; each += 1) {
      report += 1;
      for (const later of laterReports(views, report, at)) counts.add(later);
    }
    await counts.flush();
  }
  await counts.close();
}

/** Processor time of the database and of this process for each view. */
class ProcessorCost {
  readonly #postmaster: number;
  readonly #spent = new Map<string, { views: number; database: number; own: number }>();

  constructor(postmaster: number) {
    this.#postmaster = postmaster;
  }

  async of(name: string, views: number, act: () => Promise<void>): Promise<void> {
    const [database, own] = [this.#database(), process.cpuUsage()];
    await act();
    const { user, system } = process.cpuUsage(own);
    const spent = this.#spent.get(name) ?? { views: 0, database: 0, own: 0 };
    spent.views += views;
    spent.database += this.#database() - database;
    spent.own += (user + system) / 1e6;
    this.#spent.set(name, spent);
  }

  line(name: string): string {
    const { views, database, own } = this.#spent.get(name) ?? { views: 1, database: 0, own: 0 };
    const each = (seconds: number) => Math.round((seconds * 1e6) / views);
    return `processor time of a view: ${each(database)} µs of the database, ${each(own)} µs of the edge`;
  }

  #database(): number {
    const ended = processorSeconds(this.#postmaster, { children: true });
    return descendants(this.#postmaster).reduce((sum, pid) => sum + (secondsOf(pid) ?? 0), ended);
  }
}

async function copying(db: Database, cleanUp: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), "kinora-bench-"));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  // The database may belong to another person.
  await chmod(folder, 0o755);
  await sql`create table bench_views (like views including defaults)`.execute(db);
  return async (reports: readonly ArrivedReport[]) => {
    const file = join(folder, "rows.csv");
    await writeFile(file, `${reports.map(csvOf).join("\n")}\n`, { mode: 0o644 });
    const began = performance.now();
    await sql`copy bench_views (day, id, project_id, item_kind, item_id, host, path, country, device, browser, audience,
      report, loaded_at, reported_at, played, viewed, ended, first_frame_ms, watched_ms, waited_ms, waits, ads, ad_requests, heights,
      parts) from ${sql.lit(file)} with (format csv, delimiter E'\t')`.execute(db);
    return (reports.length * 1_000) / (performance.now() - began);
  };
}

function csvOf({ day, view, report, sums, viewed, arrivedAt, item, ...place }: ArrivedReport): string {
  const at = arrivedAt.toISOString();
  const heights = `"${JSON.stringify(sums.heights).replaceAll('"', '""')}"`;
  return [
    ...[
      day,
      view,
      item.projectId,
      item.kind,
      item.id,
      place.host,
      place.path,
      place.country,
      place.device,
      place.browser,
    ],
    ...[place.audience, report, at, at, sums.played, viewed, sums.ended, sums.first_frame_ms, sums.watched_ms],
    ...[sums.waited_ms, sums.waits, sums.ads, sums.ad_requests, heights, `{${(sums.parts ?? []).join(",")}}`],
  ].join("\t");
}
