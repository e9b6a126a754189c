import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";

const LOAD_DAYS = 7;
const DENIAL_DAYS = 30;
const EVENT_DAYS = 1;
const PLACE_DAYS = 400;
/** Rows that one statement deletes. */
const AT_ONCE = 10_000;
const STATEMENTS = 50;

/** Deletes loads of more than a week ago, refused requests of more than 30 days ago, when they were last reported, and pages not seen for 400. */
export async function forgetRecords(db: Database): Promise<void> {
  await deleteOld(db, "recent_loads", "at", LOAD_DAYS);
  await deleteOld(db, "playback_denials", "at", DENIAL_DAYS);
  await deleteOld(db, "playback_denial_events", "emitted_at", EVENT_DAYS);
  await deleteOld(db, "embed_places", "last_seen_at", PLACE_DAYS);
}

async function deleteOld(db: Database, table: string, column: string, days: number): Promise<void> {
  for (let statement = 0; statement < STATEMENTS; statement += 1) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)}
        where ${sql.ref(column)} < now() - make_interval(days => ${days}) limit ${AT_ONCE})`.execute(db);
    if ((numAffectedRows ?? 0n) < AT_ONCE) return;
  }
}
