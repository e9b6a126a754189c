import type { Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS } from "@kinora/domain/library.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { sql, type RawBuilder } from "kysely";
import type { Services } from "../context.ts";
import { bounded } from "./bounded-read.ts";

interface LogReading<Row> {
  /** The tables and conditions, as they follow `from`. */
  matching: RawBuilder<unknown>;
  /** Reads the rows at a place: what follows the conditions is `offset … limit …`. */
  read: (tx: Executor, place: RawBuilder<unknown>) => Promise<Row[]>;
  page: number;
  perPage: number;
}

/**
 * One page of a log, counted and paged up to 10,000 rows; `more` says that there are others behind them.
 * @throws Refusal `unavailable` when it takes longer than a look may.
 */
export async function logPage<Row>({ db }: Pick<Services, "db">, reading: LogReading<Row>) {
  const { matching, read, page, perPage } = reading;
  return bounded(db, async (tx) => {
    const counted = await sql<{ total: number }>`
      select count(*) as total from (select from ${matching} limit ${COUNTED_ROWS + 1}) as matching`.execute(tx);
    const found = counted.rows[0]?.total ?? 0;
    const total = Math.min(found, COUNTED_ROWS);
    const offset = (page - 1) * perPage;
    return {
      rows: offset >= total ? [] : await read(tx, sql`offset ${offset} limit ${perPage}`),
      pagination: { ...pagination(page, perPage, total), more: found > COUNTED_ROWS },
    };
  });
}
