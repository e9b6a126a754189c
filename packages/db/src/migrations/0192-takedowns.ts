import { sql, type Kysely } from "kysely";

/** Whether and why the operator took a video down, and the indexes of the list of all accounts' videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index videos_account on videos (account_id, id);
    -- Most videos are complete: those are found in the order of ids. Written in a way that no list of one project implies: its planner
    -- would take this index, which has the videos of all, for its own.
    create index videos_not_complete on videos (id) where coalesce(shelf, '') <> 'completed';
    alter table videos add column takedown jsonb;
    create index videos_taken_down on videos (id) where takedown is not null;
  `.execute(db);
}
