import { sql, type Kysely } from "kysely";

/**
 * The media folder that an installation with a database of its own and local storage has: a random number that also stands in a file
 * there. A machine whose folder has another one, or none, would take uploads that no other machine finds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table media_folder (
      only_row boolean primary key default true check (only_row),
      id uuid not null,
      claimed_at timestamptz not null default now()
    );
  `.execute(db);
}
