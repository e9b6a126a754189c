import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { Refusal } from "../platform/refusal.ts";

const WINDOW_MS = 15 * 60 * 1000;
/** Failed tries per e-mail and address, and per address whatever the e-mail, in one window. */
export const TRIES_PER_PERSON = 10;
export const TRIES_PER_ADDRESS = 60;

/**
 * Writes a try down as failed before it is made; who tries many at once therefore gains nothing.
 * @throws Refusal rate_limited with the seconds until the oldest try is forgotten.
 */
export async function beginAttempt(db: Database, email: string, ip: string, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login-attempts ${ip}`}, 0))`.execute(tx);
    const since = new Date(now.getTime() - WINDOW_MS);
    const { rows } = await sql<{
      person: number;
      address: number;
      oldest_person: Date | null;
      oldest_address: Date | null;
    }>`
      select
        count(*) filter (where email = ${email}) as person,
        count(*) as address,
        (array_agg(created_at order by created_at desc) filter (where email = ${email}))[${sql.lit(TRIES_PER_PERSON)}] as oldest_person,
        (array_agg(created_at order by created_at desc))[${sql.lit(TRIES_PER_ADDRESS)}] as oldest_address
      from login_attempts where ip = ${ip} and created_at > ${since} and result = 'failed'`.execute(tx);
    const counts = rows[0];
    const blockedSince =
      counts && counts.person >= TRIES_PER_PERSON
        ? counts.oldest_person
        : counts && counts.address >= TRIES_PER_ADDRESS
          ? counts.oldest_address
          : null;
    if (blockedSince) {
      const retryAfterSeconds = Math.max(1, Math.ceil((blockedSince.getTime() + WINDOW_MS - now.getTime()) / 1000));
      throw new Refusal("rate_limited", `Too many tries. Try again in ${minutes(retryAfterSeconds)}.`, {
        retryAfterSeconds,
      });
    }
    const row = await tx
      .insertInto("login_attempts")
      .values({ email, ip, result: "failed", created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

/** A try that turned out right does not count against anyone. */
export async function attemptSucceeded(db: Database, id: number): Promise<void> {
  await db.updateTable("login_attempts").set({ result: "ok" }).where("id", "=", id).execute();
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "a minute" : `${count} minutes`;
}

const MAILS_PER_ADDRESS = 10;

/**
 * Lets an address ask for a mail, ten times per window at most.
 * @throws Refusal rate_limited
 */
export async function countMailRequest(db: Database, email: string, ip: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login-attempts ${ip}`}, 0))`.execute(tx);
    const { asked } = await tx
      .selectFrom("login_attempts")
      .select((e) => e.fn.countAll<number>().as("asked"))
      .where("ip", "=", ip)
      .where("created_at", ">", new Date(now.getTime() - WINDOW_MS))
      .where("result", "=", "mail")
      .executeTakeFirstOrThrow();
    if (asked >= MAILS_PER_ADDRESS) {
      throw new Refusal("rate_limited", "Too many mails were asked for. Try again in 15 minutes.", {
        retryAfterSeconds: WINDOW_MS / 1000,
      });
    }
    await tx.insertInto("login_attempts").values({ email, ip, result: "mail", created_at: now }).execute();
  });
}
