import fs from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import { connect } from "./connect.ts";

/** The files of ./migrations, applied in numeric order; a name never changes once released. */
export const migrations = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, "migrations"),
  import: (file) => import(pathToFileURL(file).href),
  onFileIgnored: (name) => {
    throw new Error(`${name} is in the migrations folder but is not a migration.`);
  },
});

/** The database has migrations that this version does not know. */
export class NewerSchema extends Error {
  override readonly name = "NewerSchema";

  constructor(unknown: readonly string[]) {
    super(`A newer version has migrated the database: ${unknown.join(", ")}.`);
  }
}

/**
 * Migrates the database to the newest schema, or to the migration `to`; safe to call concurrently.
 * @throws NewerSchema before anything is changed, and the error of the first migration that fails; that one is rolled back.
 */
export async function migrate(databaseUrl: string, to?: string): Promise<void> {
  const { unknown } = await readSchemaState(databaseUrl);
  if (unknown.length > 0) throw new NewerSchema(unknown);
  const db = connect(databaseUrl, { maximumConnections: 2 });
  try {
    const migrator = new Migrator({ db, provider: migrations });
    const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
    if (error) throw error instanceof Error ? error : new Error("A migration failed.", { cause: error });
  } finally {
    await db.destroy();
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

/** Compares a database with the migrations of this version, and changes nothing. */
export async function readSchemaState(databaseUrl: string): Promise<SchemaState> {
  const db = connect(databaseUrl, { maximumConnections: 1 });
  try {
    const { rows: tables } = await sql<{ found: boolean }>`
      select to_regclass('kysely_migration') is not null as found`.execute(db);
    const { rows } = tables[0]?.found
      ? await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
      : { rows: [] };
    const applied = new Set(rows.map(({ name }) => name));
    const known = Object.keys(await migrations.getMigrations()).sort();
    return {
      empty: applied.size === 0,
      pending: known.filter((name) => !applied.has(name)),
      unknown: [...applied].filter((name) => !known.includes(name)),
    };
  } finally {
    await db.destroy();
  }
}
