import { migrate } from "@kinora/db/migrate.ts";
import { readSchemaState } from "@kinora/db/schema-state.ts";
import { CommandError } from "./command.ts";

/**
 * Creates the tables of an empty database. Another version's schema stays as it is: only a start changes it, because an
 * older Kinora may be running on it, and because a backup is the only way back.
 * @throws CommandError for the schema of another version.
 */
export async function requireSchema(databaseUrl: string): Promise<void> {
  const { empty, pending, unknown } = await readSchemaState(databaseUrl);
  if (unknown.length > 0)
    throw new CommandError(
      "The database is that of a newer version of Kinora. Run this command in that version's folder.",
    );
  if (empty) await migrate(databaseUrl);
  else if (pending.length > 0)
    throw new CommandError(
      "The database is that of an older version of Kinora. Run this command in that version's folder, or start this version first.",
    );
}
