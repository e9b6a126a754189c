import type { Database } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { expect } from "vitest";
import { rowsRead, type StatementSteps } from "./statement-steps.ts";

/** Lines a page may look at, in tables and indexes together: it counts to 10,000, with a look at what each belongs to. */
const MOST_ROWS = 25_000;

interface NarrowedLog<Id> {
  /** A page of the log as people get it. */
  list: (db: Database, page: number) => Promise<{ data: { id: Id }[]; pagination: { total: number; more: boolean } }>;
  /** The same page, found by looking at every line. */
  longWay: (page: number) => Promise<{ ids: Id[]; total: number }>;
}

/** Expects of pages of a log that they show what matches, count it, and take few steps. */
export async function expectFewSteps<Id>(
  steps: StatementSteps,
  pages: readonly number[],
  { list, longWay }: NarrowedLog<Id>,
): Promise<void> {
  for (const page of pages) {
    const { answer, steps: taken } = await steps.of((db) => list(db, page));
    const { ids, total } = await longWay(page);
    expect(answer.data.map(({ id }) => id)).toEqual(ids);
    if (ids.length > 0)
      expect(answer.pagination).toMatchObject({ total: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS });
    expect(rowsRead(taken)).toBeLessThan(MOST_ROWS);
  }
}
