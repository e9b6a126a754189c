import fs from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import { connect } from "./connect.ts";
import { migrationsFolder, NewerSchema, readSchemaState } from "./schema-state.ts";

/** The files of ./migrations, applied in numeric order; a name never changes once released. */
export const migrations = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: migrationsFolder,
  import: (file) => import(pathToFileURL(file).href),
  onFileIgnored: (name) => {
    throw new Error(`${name} is in the migrations folder but is not a migration.`);
  },
});

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
