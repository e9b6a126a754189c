import { sql, type Kysely } from "kysely";

/** When recurring jobs ran and how they ended, and which a superuser asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chores (
      name text primary key,
      does text not null,
      every_seconds double precision not null,
      started_at timestamptz,
      finished_at timestamptz,
      duration_ms integer,
      -- Of the last run that ended; null when it succeeded.
      failure text,
      next_at timestamptz,
      requested_at timestamptz
    -- Some are written several times a minute: with room in the page such an update touches no index.
    ) with (fillfactor = 50)`.execute(db);
}
