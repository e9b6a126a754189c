import type { Database } from "@kinora/db/connect.ts";
import { LISTED_DAYS } from "@kinora/domain/analytics/reports.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { carryViews } from "../sums/combined-views.ts";

const DAY_MS = 86_400_000;
/** Views are kept by the day; what is counted of them stays. */
const VIEW_DAYS = 90;
/** Days that get their part of the table ahead of time: workers may be away that long. */
const DAYS_AHEAD = 7;
/** A view changes every ten seconds while it plays: where its page has room, its indexes stay as they are. */
const FILLFACTOR = 50;
/** How long after its day a salt is kept. */
const SALT_GRACE_MS = 3_600_000;
/** An edge may try to write a batch for this long. */
const BATCH_DAYS = 7;
const VIEWERS_DAYS = 400;

/** Makes the parts of `views` for the days to come, drops old ones, and deletes what is kept for a time only. */
export async function keepViewTables({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now().getTime();
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) await addPart(db, now + ahead * DAY_MS);
  await dropViews(db, dayOf(now - VIEW_DAYS * DAY_MS));
  // Without its salt nobody can tell whose a visitor's hash was. An edge that starts after midnight may have reports of the last
  // minutes before it to write: with another salt their visitors would count twice.
  await sql`delete from visitor_salts where day < ${dayOf(now - SALT_GRACE_MS)}::date`.execute(db);
  await sql`delete from counted_batches where at < ${new Date(now - BATCH_DAYS * DAY_MS)}`.execute(db);
  const unlisted = dayOf(now - LISTED_DAYS * DAY_MS);
  await sql`delete from player_days where day < ${unlisted}::date`.execute(db);
  await sql`delete from playlist_days where day < ${unlisted}::date`.execute(db);
  await sql`delete from viewers_now where minute < ${new Date(now - VIEWERS_DAYS * DAY_MS)}`.execute(db);
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const partOf = (day: string) => `views_${day.replaceAll("-", "")}`;

/** A day that already has views elsewhere stays there: moving them would stop the counting. */
async function addPart(db: Database, ms: number): Promise<void> {
  const [day, next] = [dayOf(ms), dayOf(ms + DAY_MS)];
  const { rows } = await sql<{ needed: boolean }>`
    select to_regclass(${partOf(day)}) is null and not exists (select from views_other where day = ${day}::date) as needed`.execute(
    db,
  );
  if (!rows[0]?.needed) return;
  await sql`create table ${sql.table(partOf(day))} partition of views
    for values from (${sql.lit(day)}) to (${sql.lit(next)}) with (fillfactor = ${sql.lit(FILLFACTOR)})`.execute(db);
}

/** Drops views of days before another, once `view_hours` has what was in their rows alone. */
async function dropViews(db: Database, before: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'views'::regclass and child.relname ~ '^views_[0-9]{8}$' and child.relname < ${partOf(before)}`.execute(
      tx,
    );
    await carryViews(before).execute(tx);
    for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(tx);
    await sql`delete from views_other where day < ${before}::date`.execute(tx);
  });
}
