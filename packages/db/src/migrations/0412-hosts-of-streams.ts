import { sql, type Kysely } from "kysely";

/** Which live host has a livestream, so that edges and other live hosts of a cluster ask and leave it to that one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table streams
      -- The one that has it, or had it last; null before the first.
      add column host text,
      -- How often another host took it over: its numbers then continue from the clock, since the old host's journal is not there.
      add column host_moves integer not null default 0;
    -- The live host whose disk has the file of a recording that is not in storage yet; null while there is none.
    alter table stream_recordings add column host text;
  `.execute(db);
}
