import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import { Client } from "pg";
import { unreachable } from "./unreachable.ts";

/** The files of the migrations; their names without `.ts` are those of the migrations. */
export const migrationsFolder = join(import.meta.dirname, "migrations");

/** The database has migrations that this version does not know. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";

  constructor(unknown: readonly string[]) {
    super(`A newer version has migrated the database: ${unknown.join(", ")}.`);
  }
}

/** How the schema of a database differs from that of this version. */
export interface SchemaState {
  /** Nothing has been migrated yet. */
  empty: boolean;
  /** Migrations that a start of this version would apply, in their order. */
  pending: string[];
  /** Migrations of a newer version. */
  unknown: string[];
}

/**
 * Compares a database with the migrations of this version, and changes nothing. It loads neither those nor what runs them,
 * which a start with nothing to migrate does not need.
 * @throws DatabaseUnreachable.
 */
export async function readSchemaState(databaseUrl: string): Promise<SchemaState> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  // A connection that breaks makes the next query fail.
  client.on("error", () => undefined);
  await client.connect().catch(unreachable);
  try {
    const { rows: tables } = await client.query<{ found: boolean }>(
      "select to_regclass('kysely_migration') is not null as found",
    );
    const { rows } = tables[0]?.found
      ? await client.query<{ name: string }>("select name from kysely_migration order by name")
      : { rows: [] };
    const applied = new Set(rows.map(({ name }) => name));
    const known = (await readdir(migrationsFolder)).map((file) => parse(file).name).sort();
    return {
      empty: applied.size === 0,
      pending: known.filter((name) => !applied.has(name)),
      unknown: [...applied].filter((name) => !known.includes(name)),
    };
  } finally {
    await client.end();
  }
}
