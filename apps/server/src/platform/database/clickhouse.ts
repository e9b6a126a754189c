import { createClient, type ClickHouseClient } from "@clickhouse/client";
import { Refusal } from "../refusal.ts";

export type ClickHouseValue = string | number | readonly string[] | readonly number[];

/** A ClickHouse server, as far as it is used. */
export interface ClickHouse {
  /**
   * Reads rows; `{name: Type}` in the text stands for a value.
   * @throws Refusal `unavailable` when the statement takes longer than 10 s or the server does not answer.
   */
  query<Row>(text: string, values?: Record<string, ClickHouseValue>): Promise<Row[]>;
  /** Writes rows by the names of their columns; resolves when they are stored. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Runs a statement that has no rows. */
  run(text: string, values?: Record<string, ClickHouseValue>): Promise<void>;
  close(): Promise<void>;
}

/** How long one statement of a report may take. */
const PATIENCE_SECONDS = 10;
const REQUEST_MS = 30_000;
/** ClickHouse's TIMEOUT_EXCEEDED and SOCKET_TIMEOUT (src/Common/ErrorCodes.cpp). */
const TOO_SLOW = new Set(["159", "209"]);

/** Connects to the server of CLICKHOUSE_URL: `http(s)://name:password@host:port/database`. */
export const openClickHouse = (url: string): ClickHouse =>
  clickHouseOf(createClient({ url, application: "kinora", request_timeout: REQUEST_MS }));

/** The same of a client that is connected. */
export const clickHouseOf = (client: ClickHouseClient): ClickHouse => ({
  async query<Row>(query: string, values: Record<string, ClickHouseValue> = {}) {
    try {
      const result = await client.query({
        query,
        query_params: values,
        format: "JSONEachRow",
        clickhouse_settings: { max_execution_time: PATIENCE_SECONDS, output_format_json_quote_64bit_integers: 0 },
      });
      return await result.json<Row>();
    } catch (error) {
      throw asRefusal(error);
    }
  },
  async insert(table, rows) {
    await client.insert({
      table,
      values: [...rows],
      format: "JSONEachRow",
      clickhouse_settings: { date_time_input_format: "best_effort", async_insert: 0 },
    });
  },
  async run(query, values = {}) {
    await client.command({ query, query_params: values, clickhouse_settings: { wait_end_of_query: 1 } });
  },
  close: () => client.close(),
});

function asRefusal(error: unknown): unknown {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  if (TOO_SLOW.has(code))
    return new Refusal("unavailable", "This filter takes too long to answer. Narrow it further.", {
      retryAfterSeconds: 5,
    });
  if (/^(ECONN|EAI_|ENOTFOUND|EHOST|ETIMEDOUT)/.test(code))
    return new Refusal("unavailable", "ClickHouse, which answers reports here, cannot be reached.", {
      retryAfterSeconds: 5,
    });
  return error;
}
