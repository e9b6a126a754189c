import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/** A viewer who requested nothing for this long has left. */
const AWAY_SECONDS = 30;
/** Rows that one statement removes, and statements of one call. */
const FORGOTTEN_AT_ONCE = 1_000;
const FORGOTTEN_TIMES = 1_000;

/**
 * Counts the other viewers who use a token now and, if there are fewer than `most`, counts this one for the next
 * 30 seconds. Viewers of one token are counted one after the other, whichever edge they come to.
 */
export async function countOthers(db: Database, use: string, session: string, most: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${use}, 0))`.execute(tx);
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from playback_sessions
      where token_key = ${use} and id <> ${session} and seen_at > now() - make_interval(secs => ${AWAY_SECONDS})`.execute(
      tx,
    );
    const others = rows[0]?.others ?? 0;
    if (others < most)
      await sql`
        insert into playback_sessions (id, token_key) values (${session}, ${use})
        on conflict (id) do update set seen_at = now()`.execute(tx);
    return others;
  });
}

/** Ends a viewer's session: their page was closed. */
export async function endSession(db: Database, session: string): Promise<void> {
  await db.deleteFrom("playback_sessions").where("id", "=", session).execute();
}

/** Deletes sessions of viewers who left, up to a million. */
export async function forgetSessions(db: Database): Promise<void> {
  for (let time = 0; time < FORGOTTEN_TIMES; time += 1) {
    const { numAffectedRows } = await sql`
      delete from playback_sessions where id in (
        select id from playback_sessions where seen_at < now() - make_interval(secs => ${AWAY_SECONDS * 2})
        limit ${FORGOTTEN_AT_ONCE})`.execute(db);
    if ((numAffectedRows ?? 0n) < FORGOTTEN_AT_ONCE) return;
  }
}
