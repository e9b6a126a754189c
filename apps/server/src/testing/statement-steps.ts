import type { Database } from "@kinora/db/connect.ts";
import type { Schema } from "@kinora/db/schema.ts";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

/** A node of a query plan in EXPLAIN output (PostgreSQL manual, "Using EXPLAIN"); rows are those of one loop. */
interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Loops": number;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Step[];
}

/** Sends the plan of each executed statement as a notice (PostgreSQL manual, "auto_explain"). */
const EXPLAINED = [
  "session_preload_libraries=auto_explain",
  "auto_explain.log_min_duration=0",
  "auto_explain.log_analyze=on",
  "auto_explain.log_timing=off",
  "auto_explain.log_format=json",
  "auto_explain.log_level=notice",
];

/** Records the plan nodes of the statements of a read. */
export class StatementSteps {
  readonly #db: Database;
  #steps: Step[] = [];

  constructor(databaseUrl: string) {
    const options = EXPLAINED.map((setting) => `-c ${setting}`).join(" ");
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, options });
    pool.on("connect", (client) => {
      client.on("notice", ({ message = "" }) => {
        const { Plan } = JSON.parse(message.slice(message.indexOf("{"))) as { Plan: Step };
        this.#steps.push(...flat(Plan));
      });
    });
    this.#db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  /** The result of a read and the plan nodes of every statement it executed. */
  async of<Answer>(reading: (db: Database) => Promise<Answer>): Promise<{ answer: Answer; steps: readonly Step[] }> {
    this.#steps = [];
    const answer = await reading(this.#db);
    return { answer, steps: this.#steps };
  }
}

const flat = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(flat)];

/** Which of these tables were scanned sequentially. */
export const walksThrough = (steps: readonly Step[], tables: readonly string[]): string[] =>
  steps
    .filter((step) => step["Node Type"] === "Seq Scan" && step["Actual Loops"] > 0)
    .map((step) => step["Relation Name"] ?? "")
    .filter((name) => tables.includes(name));

/** How many rows of a table were read, including those that a filter removed. */
export const rowsRead = (steps: readonly Step[], table: string): number =>
  steps
    .filter((step) => step["Relation Name"] === table)
    .map(
      (step) =>
        step["Actual Loops"] *
        (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0)),
    )
    .reduce((all, each) => all + each, 0);
