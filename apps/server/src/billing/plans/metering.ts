import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";

export interface Metering {
  timeZone: string;
  /** Every day before this one was counted, `YYYY-MM-DD`. */
  countedTo: string;
}

/** By which calendar an account's days are counted, and how far. */
export async function readMetering(on: Executor, accountId: number): Promise<Metering> {
  const { rows } = await sql<Metering>`
    select time_zone as "timeZone", counted_to::text as "countedTo" from account_metering
    where account_id = ${accountId}`.execute(on);
  return rows[0] ?? { timeZone: "UTC", countedTo: "1970-01-01" };
}
