import { sql, type Kysely } from "kysely";

/** Lets operators take a live host out of service before they stop it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- It takes no further livestreams, and others take over those without a publisher; until it starts again.
    alter table stream_hosts add column draining boolean not null default false
  `.execute(db);
}
