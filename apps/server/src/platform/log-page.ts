import type { Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { sql, type RawBuilder } from "kysely";
import type { Services } from "../context.ts";
import { bounded } from "./bounded-read.ts";

/** How the lines of a log that match are counted, and how those at a place are found, newest first. */
export interface LogSelection {
  /** As it follows `from`; of more than are counted it need not hold all. */
  matching: RawBuilder<unknown>;
  /** A query for the ids of one page. */
  page: (place: { offset: number; limit: number }) => RawBuilder<unknown>;
}

interface LogReading<Row> {
  select: (tx: Executor) => LogSelection | Promise<LogSelection>;
  /** Reads the lines whose ids a query finds, newest first. */
  read: (tx: Executor, ids: RawBuilder<unknown>) => Promise<Row[]>;
  page: number;
  perPage: number;
}

/**
 * One page of a log, counted and paged up to 10,000 rows; `more` says that there are others behind them.
 * @throws Refusal `unavailable` when it takes longer than a look may.
 */
export async function logPage<Row>({ db }: Pick<Services, "db">, reading: LogReading<Row>) {
  const { select, read, page, perPage } = reading;
  return bounded(db, async (tx) => {
    const selection = await select(tx);
    const counted = await sql<{ total: number }>`
      select count(*) as total from (select from ${selection.matching} limit ${COUNTED_ROWS + 1}) as matching`.execute(
      tx,
    );
    const found = counted.rows[0]?.total ?? 0;
    const total = Math.min(found, COUNTED_ROWS);
    const offset = (page - 1) * perPage;
    return {
      rows: offset >= total ? [] : await read(tx, selection.page({ offset, limit: perPage })),
      pagination: { ...pagination(page, perPage, total), more: found > COUNTED_ROWS },
    };
  });
}
