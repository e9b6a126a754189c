import type { Database, Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { Refusal } from "../refusal.ts";

/** How long one statement of a filtered list may take. */
const PATIENCE_MS = 2_000;
/** PostgreSQL's query_canceled (manual, appendix A, class 57). */
const CANCELED = "57014";

/**
 * Runs reads that may take only so long: what a person typed never holds the database. The tables of lists are of every
 * project, so they are not read from end to end, and their statements are too short to be worth compiling.
 * @throws Refusal `unavailable` when a statement takes longer than `patienceMs`.
 */
export async function bounded<Answer>(
  db: Database,
  read: (tx: Executor) => Promise<Answer>,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<Answer> {
  try {
    return await db
      .transaction()
      .setAccessMode("read only")
      .execute(async (tx) => {
        await sql`select set_config('statement_timeout', ${`${patienceMs}ms`}, true), set_config('enable_seqscan', 'off', true),
          set_config('jit', 'off', true)`.execute(tx);
        return read(tx);
      });
  } catch (error) {
    if (typeof error === "object" && error !== null && "code" in error && error.code === CANCELED) {
      throw new Refusal("unavailable", "This filter takes too long to answer. Narrow it.", {
        retryAfterSeconds: 5,
      });
    }
    throw error;
  }
}
