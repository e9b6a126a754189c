import { createClient, type ClickHouseClientConfigOptions } from "@clickhouse/client";
import { clickHouseConnection } from "../../../../../tools/setup/clickhouse.mjs";
import { clickHouseOf, type ClickHouse } from "../../platform/database/clickhouse.ts";

/** ClickHouse's own engine within the test's process, with nothing in it. One for each process. */
export async function aClickHouse(): Promise<ClickHouse> {
  const connection = await clickHouseConnection();
  return clickHouseOf(createClient({ connection } as ClickHouseClientConfigOptions));
}
