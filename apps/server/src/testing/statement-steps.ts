import type { Database } from "@kinora/db/connect.ts";
import type { Schema } from "@kinora/db/schema.ts";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

/** A step of a plan, as EXPLAIN writes it (PostgreSQL manual, "Using EXPLAIN"). */
interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Step[];
}

/** Tells in how many steps the database answers what is asked of it. */
export class StatementSteps {
  readonly #url: string;
  readonly #db: Database;
  readonly #statements: { text: string; values: unknown[] }[] = [];

  constructor(databaseUrl: string) {
    this.#url = databaseUrl;
    this.#db = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) }),
      log: ({ query }) => {
        this.#statements.push({ text: query.sql, values: [...query.parameters] });
      },
    });
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  /** What a reading answers, and the steps of every statement it took. */
  async of<Answer>(reading: (db: Database) => Promise<Answer>): Promise<{ answer: Answer; steps: readonly Step[] }> {
    this.#statements.length = 0;
    const answer = await reading(this.#db);
    const sent = this.#statements.filter(({ text }) => /^\s*(?:select|with)\b/.test(text));
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    const steps: Step[] = [];
    try {
      await client.query("begin");
      for (const { text, values } of sent) {
        const explained = await client.query<{ "QUERY PLAN": { Plan: Step }[] }>(
          `explain (analyze, timing off, costs off, buffers off, format json) ${text}`,
          values,
        );
        // What a statement sets holds for the ones after it.
        if (text.includes("set_config")) await client.query(text, values);
        steps.push(...explained.rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => flat(Plan))));
      }
    } finally {
      await client.end();
    }
    return { answer, steps };
  }
}

const flat = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(flat)];

/** How many rows of tables and indexes were looked at. */
export const rowsRead = (steps: readonly Step[]): number =>
  steps
    .filter((step) => step["Relation Name"] !== undefined)
    .reduce(
      (sum, step) =>
        sum +
        step["Actual Loops"] *
          (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0)),
      0,
    );

/** Which of these tables were read from end to end. */
export const walksThrough = (steps: readonly Step[], tables: readonly string[]): string[] =>
  steps
    .filter((step) => step["Node Type"] === "Seq Scan" && step["Actual Loops"] > 0)
    .map((step) => step["Relation Name"] ?? "")
    .filter((name) => tables.includes(name));
