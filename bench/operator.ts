import { connect, type Database } from "@kinora/db/connect.ts";
import type { LogKind } from "@kinora/domain/operations/logs.ts";
import { sql } from "kysely";
import { listAccounts } from "../apps/server/src/accounts/installation/accounts.ts";
import { countLogLines, listLogLines, type LogFilter } from "../apps/server/src/operations/logs/lines.ts";
import { LogLines } from "../apps/server/src/platform/log-lines.ts";
import { Refusal } from "../apps/server/src/platform/refusal.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { startProduct } from "./product.ts";
import { quantile } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";

const LINES = sized(1_000_000, 10_000);
const DAYS = 14;
const ACCOUNTS = sized(10_000, 600);
const REQUESTS = rounds(20);
const FLOOD = sized(50_000, 2_000);

/** What an operator looks through: the logs and the accounts of a large installation, without HTTP around them. */
export const operator: Benchmark = {
  what: `the log of ${LINES} lines in ${DAYS} days, ${ACCOUNTS} accounts, and a flood of ${FLOOD} lines in a second`,
  async run(cleanUp) {
    const { kinora } = await startProduct(cleanUp);
    const db = connect(kinora.databaseUrl, { applicationName: "kinora-bench" });
    cleanUp.defer(() => db.destroy());
    await fillLog(db);
    await fillAccounts(db);
    await measureLogs(db);
    await measureAccounts(db);
    await measureFlood(db);
  },
};

/** Lines of three kinds, evenly over the days; one in a thousand is an error of one project. */
async function fillLog(db: Database): Promise<void> {
  for (let day = 0; day < DAYS; day += 1) {
    const from = new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10);
    await sql`create table if not exists ${sql.table(`log_lines_${from.replaceAll("-", "")}`)} partition of log_lines
      for values from (${sql.lit(`${from} 00:00:00+00`)}) to (${sql.lit(`${from} 24:00:00+00`)})`.execute(db);
  }
  await sql`
    insert into log_lines (at, kind, level, role, project_id, request_id, message, data)
    select now() - (${LINES} - n) * interval '1 millisecond' * ${((DAYS - 1) * 86_400_000) / LINES},
      (array['video', 'live', 'platform'])[1 + n % 3], case when n % 1000 = 0 then 50 when n % 50 = 0 then 40 else 30 end,
      'api', n % 500, md5(n::text), 'request done',
      jsonb_build_object('route', '/projects/:id/videos', 'status', 200, 'ms', n % 300)
    from generate_series(1, ${LINES}) n`.execute(db);
  await sql`vacuum analyze log_lines`.execute(db);
}

async function fillAccounts(db: Database): Promise<void> {
  await sql`insert into accounts (name, cell) select 'Account ' || n, 'local' from generate_series(1, ${ACCOUNTS}) n`.execute(
    db,
  );
  await sql`vacuum analyze accounts`.execute(db);
}

async function measureLogs(db: Database): Promise<void> {
  const context = { db, clock: { now: () => new Date() } };
  const filter = (kind: LogKind, since: number, more: Partial<LogFilter> = {}): LogFilter => ({
    kind,
    since,
    level: "debug",
    search: null,
    account: null,
    project: null,
    request: null,
    ...more,
  });
  const filters: Record<string, LogFilter> = {
    "a day": filter("platform", 1_440),
    "14 days": filter("platform", 20_160),
    "14 days, errors": filter("platform", 20_160, { level: "error" }),
    "14 days, a project": filter("platform", 20_160, { project: 7 }),
    "14 days, a word of every line": filter("platform", 20_160, { search: "projects" }),
    "14 days, no match": filter("platform", 20_160, { search: "quetzalcoatl" }),
  };
  for (const [name, wanted] of Object.entries(filters)) {
    await measure(`lines of ${name}`, () => listLogLines(context, { ...wanted, before: null }));
    await measure(`chart of ${name}`, () => countLogLines(context, wanted));
  }
}

async function measureAccounts(db: Database): Promise<void> {
  const page = { page: 1, per_page: 30 };
  const context = { db, clock: { now: () => new Date() } };
  await measure("accounts, first page", () => listAccounts(context, page));
  await measure("accounts, deep page", () => listAccounts(context, { ...page, page: ACCOUNTS / 60 }));
  await measure("accounts, search", () => listAccounts(context, { ...page, search: "Account 77" }));
}

/** Prints the p95 of some requests, one after the other, and how many took too long to be answered. */
async function measure(what: string, ask: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  let refused = 0;
  for (let asked = 0; asked < REQUESTS; asked += 1) {
    const began = performance.now();
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused += 1;
    }
    times.push(performance.now() - began);
  }
  const alone = { beside: null, better: "lower", rounds: 1 } as const;
  print({ ...alone, what: `${what}, p95 of ${REQUESTS}`, ours: quantile(times, 0.95), unit: "ms", goal: "none" });
  if (refused > 0) console.log(`    ${refused} of ${REQUESTS} took longer than 2 s and were refused`);
}

/** How long a role is held up by taking a flood of lines, and how many of them are kept. */
async function measureFlood(db: Database): Promise<void> {
  const lines = new LogLines(db, "api");
  const line = JSON.stringify({ level: 30, time: new Date().toISOString(), role: "api", pid: 1, msg: "flood" });
  const began = performance.now();
  for (let count = 0; count < FLOOD; count += 1) lines.write(line);
  const took = performance.now() - began;
  await lines.close();
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from log_lines where message = 'flood'`.execute(db);
  const alone = { beside: null, rounds: 1, goal: "none" } as const;
  print({ ...alone, what: `a role takes ${FLOOD} log lines`, ours: took, unit: "ms", better: "lower" });
  print({ ...alone, what: "of which are kept", ours: rows[0]?.kept ?? 0, unit: "lines", better: "higher" });
}
