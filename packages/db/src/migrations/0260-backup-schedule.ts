import { sql, type Kysely } from "kysely";

/** Backups that the schedule begins, and those whose file is deleted because enough newer ones are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The moment of the schedule that a backup was begun for; null when a superuser asked for it.
    alter table backups add column scheduled_for timestamptz;
    create unique index backups_scheduled on backups (scheduled_for) where scheduled_for is not null;
    alter table backups drop constraint backups_state_check;
    alter table backups add check (state in ('running', 'complete', 'cancelled', 'failed', 'deleted'));
  `.execute(db);
}
