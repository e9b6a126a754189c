import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { readTables } from "./tenant-rows.ts";

const PATIENCE_MS = 2_000;

const tables = new WeakMap<Database, Promise<string[]>>();

const tablesOf = (db: Database): Promise<string[]> => {
  const names = tables.get(db) ?? readTables(db).then((all) => all.map(({ table }) => table).toSorted());
  tables.set(db, names);
  return names;
};

/**
 * Runs calls at the same moment: each proceeds to its first write or row lock and waits there until all of them do or have
 * ended. Whatever a call reads without a lock is read before any other one has written. (PostgreSQL manual, "Explicit
 * Locking": EXCLUSIVE is compatible with plain reads only.)
 */
export async function atOnce<Answer>(db: Database, calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const names = await tablesOf(db);
  let ended = 0;
  const started: Promise<Answer>[] = [];
  await db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in exclusive mode`.execute(tx);
    for (const call of calls) {
      const answer = call();
      started.push(answer);
      const end = () => {
        ended += 1;
      };
      answer.then(end, end);
    }
    // A call that waits for another one inside the process, or for a foreign server, waits for no lock.
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
      if ((rows[0]?.waiting ?? 0) + ended >= calls.length) break;
    }
  });
  return Promise.all(started);
}
