import fs from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
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

/**
 * Migrates the database to the newest schema, or to the migration `to`; safe to call concurrently.
 * @throws the error of the first migration that fails; that migration is rolled back.
 */
export async function migrate(databaseUrl: string, to?: string): Promise<void> {
  const db = connect(databaseUrl, { maximumConnections: 2 });
  try {
    const migrator = new Migrator({ db, provider: migrations });
    const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
    if (error) throw error instanceof Error ? error : new Error("A migration failed.", { cause: error });
  } finally {
    await db.destroy();
  }
}
