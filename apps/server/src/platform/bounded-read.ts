import type { Database, Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { Refusal } from "./refusal.ts";

/** How long one look at a narrowed list may take. */
const PATIENCE_MS = 4_000;
/** PostgreSQL's query_canceled (manual, appendix A, class 57). */
const CANCELED = "57014";

export interface Bounds {
  patienceMs?: number;
  /** Ways the planner may not take, by the names of their settings (PostgreSQL manual, "Planner Method Configuration"). */
  without?: readonly `enable_${string}`[];
}

/**
 * Runs reads that may take only so long: what a person typed never holds the database.
 * @throws Refusal `unavailable` when they take longer.
 */
export async function bounded<Answer>(
  db: Database,
  read: (tx: Executor) => Promise<Answer>,
  { patienceMs = PATIENCE_MS, without = [] }: Bounds = {},
): Promise<Answer> {
  try {
    return await db
      .transaction()
      .setAccessMode("read only")
      .execute(async (tx) => {
        const names = ["statement_timeout", ...without];
        const values = [`${patienceMs}ms`, ...without.map(() => "off")];
        await sql`select set_config(name, value, true) from unnest(${names}::text[], ${values}::text[]) as t (name, value)`.execute(
          tx,
        );
        return read(tx);
      });
  } catch (error) {
    if (typeof error === "object" && error !== null && "code" in error && error.code === CANCELED) {
      throw new Refusal("unavailable", "This filter takes too long to answer. Narrow it further.", {
        retryAfterSeconds: 5,
      });
    }
    throw error;
  }
}
