import type { Executor } from "@kinora/db/connect.ts";
import type { Services } from "../../context.ts";
import { clickHouseSums } from "./clickhouse-sums.ts";
import type { HourSums } from "./hour-sums.ts";
import { postgresSums } from "./postgres-sums.ts";

/** What a report reads from: the database within a transaction, and the sums of hours. */
export interface Reader {
  db: Executor;
  sums: HourSums;
}

/** The reader of a report. */
export const readerOf = ({ clickhouse }: Pick<Services, "clickhouse">, db: Executor): Reader => ({
  db,
  sums: clickhouse ? clickHouseSums(clickhouse, db) : postgresSums(db),
});
