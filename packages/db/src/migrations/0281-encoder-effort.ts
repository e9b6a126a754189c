import { sql, type Kysely } from "kysely";

/** How much processor time encoders take, for transcodes that begin from then on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table transcoding_settings
      add column effort text not null default 'fast' check (effort in ('fast', 'balanced', 'best'))`.execute(db);
}
