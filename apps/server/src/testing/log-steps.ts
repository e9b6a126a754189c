import type { Database } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/videos/library.ts";
import { expect } from "vitest";
import { walksThrough, type StatementSteps } from "./statement-steps.ts";

interface FilteredLog<Id> {
  /** A page of the log as the product reads it. */
  list: (db: Database, page: number) => Promise<{ data: { id: Id }[]; pagination: { total: number; more: boolean } }>;
  /** The same page, computed by scanning every row. */
  longWay: (page: number) => Promise<{ ids: Id[]; total: number }>;
}

/** Expects pages of a log to contain and count the matching rows, without a sequential scan. */
export async function expectRightPages<Id>(
  steps: StatementSteps,
  pages: readonly number[],
  { list, longWay }: FilteredLog<Id>,
): Promise<void> {
  for (const page of pages) {
    const { answer, steps: taken } = await steps.of((db) => list(db, page));
    const { ids, total } = await longWay(page);
    expect(answer.data.map(({ id }) => id)).toEqual(ids);
    if (ids.length > 0)
      expect(answer.pagination).toMatchObject({ total: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS });
    expect(walksThrough(taken, ["uploads", "stream_log", "videos"])).toEqual([]);
  }
}
