import { sql, type Kysely } from "kysely";

/** Lets viewers watch a livestream over WebRTC. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Livestreams that are there go on without it.
    alter table streams add column low_delay boolean not null default false
  `.execute(db);
}
