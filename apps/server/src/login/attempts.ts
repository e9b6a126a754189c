import type { Database, Tx } from "@kinora/db/connect.ts";
import type { CausedMail } from "@kinora/domain/people/mail-limits.ts";
import { sql } from "kysely";
import { networkOf } from "../platform/http/client-address.ts";
import { range } from "../platform/lists/read-page.ts";
import { countMail } from "../platform/mail/mail-limits.ts";
import { Refusal } from "../platform/refusal.ts";

const WINDOW_MS = 15 * 60 * 1000;
/** Failed attempts allowed in one window: for a person from one network, and for all persons from one network. */
export const TRIES_PER_PERSON = 10;
export const TRIES_PER_NETWORK = 60;
/** For a person from all networks: above them one attempt at a time, and then only after a mail. */
export const TRIES_BEFORE_SLOW = 20;
export const TRIES_BEFORE_MAIL = 40;
const SLOW_MS = 5_000;
/** For a person from known browsers, in all networks. */
const TRIES_OF_KNOWN = 30;

export interface Attempt {
  /** Lower case. */
  email: string;
  ip: string;
  /** Whether the browser is known as the person's: attempts of unknown browsers do not count against it. */
  known: boolean;
}

export type Begun = { id: number } | { refused: Refusal; sendConfirmation: boolean };

/**
 * Records an attempt as failed before it is made; concurrent attempts therefore gain nothing. After too many attempts from
 * unknown browsers, `sendConfirmation` is true once per window: the person has to confirm the browser by mail.
 */
export async function beginAttempt(db: Database, attempt: Attempt, now: Date): Promise<Begun> {
  const network = networkOf(attempt.ip);
  return db.transaction().execute(async (tx) => {
    await lock(tx, network);
    await lock(tx, attempt.email);
    const refused = await refusalOf(tx, { ...attempt, network }, now);
    if (refused) return refused;
    const row = await tx
      .insertInto("login_attempts")
      .values({ ...attempt, network, result: "failed", created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id: row.id };
  });
}

async function refusalOf(
  tx: Tx,
  { email, ip, known, network }: Attempt & { network: string },
  now: Date,
): Promise<Exclude<Begun, { id: number }> | null> {
  const since = new Date(now.getTime() - WINDOW_MS);
  const failed = sql`result = 'failed' and created_at > ${since} and known = ${known}`;
  // Each is the time of the attempt that has to expire before the next; null while there are fewer.
  const oldest = (which: ReturnType<typeof sql>, tries: number) =>
    sql`(select created_at from login_attempts where ${failed} and ${which} order by created_at desc ${range({ offset: tries - 1, limit: 1 })})`;
  const ofPerson = sql`email = ${email}`;
  const { rows } = await sql<Record<"person" | "network" | "known" | "slow" | "mail" | "newest", Date | null>>`
    select
      ${oldest(sql`email = ${email} and network = ${network}`, TRIES_PER_PERSON)} as person,
      ${oldest(sql`network = ${network}`, TRIES_PER_NETWORK)} as network,
      ${oldest(ofPerson, TRIES_OF_KNOWN)} as known,
      ${oldest(ofPerson, TRIES_BEFORE_SLOW)} as slow,
      ${oldest(ofPerson, TRIES_BEFORE_MAIL)} as mail,
      ${oldest(ofPerson, 1)} as newest`.execute(tx);
  const found = rows[0];
  if (!found) return null;
  const oldestTry = found.person ?? (known ? found.known : found.network);
  if (oldestTry) return { refused: tooMany(secondsUntil(oldestTry, WINDOW_MS, now)), sendConfirmation: false };
  if (known) return null;
  if (found.mail) {
    const message = "Too many failed attempts for this email. Open the link we sent to it to continue in this browser.";
    const refused = new Refusal("rate_limited", message, {
      retryAfterSeconds: secondsUntil(found.mail, WINDOW_MS, now),
    });
    return { refused, sendConfirmation: await isFirstMail(tx, { email, ip, network }, since, now) };
  }
  const wait = found.slow && found.newest ? secondsUntil(found.newest, SLOW_MS, now) : 0;
  return wait > 0 ? { refused: tooMany(wait), sendConfirmation: false } : null;
}

async function isFirstMail(
  tx: Tx,
  about: { email: string; ip: string; network: string },
  since: Date,
  now: Date,
): Promise<boolean> {
  const sent = await tx
    .selectFrom("login_attempts")
    .select("id")
    .where("email", "=", about.email)
    .where("created_at", ">", since)
    .where("result", "=", "confirm")
    .executeTakeFirst();
  if (sent || !(await mayBeMailed(tx, about.email, now))) return false;
  await tx
    .insertInto("login_attempts")
    .values({ ...about, result: "confirm", created_at: now })
    .execute();
  return true;
}

/** Counts a mail that guesses of a password cause, to an address that is sent no further one today above its limit. */
async function mayBeMailed(tx: Tx, email: string, now: Date): Promise<boolean> {
  try {
    await countMail(tx, "confirm_browser", { email }, now);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** A successful attempt is not counted. */
export async function attemptSucceeded(db: Database, id: number): Promise<void> {
  await db.updateTable("login_attempts").set({ result: "ok" }).where("id", "=", id).execute();
}

const MAILS_PER_NETWORK = 10;

/**
 * Lets a network ask for a mail, ten times per window at most, and as often to one address in a day as `MAIL_KINDS` says, whether
 * or not it belongs to someone. Without an address the network alone is counted.
 * @throws Refusal rate_limited
 */
export async function countMailRequest(
  db: Database,
  { kind, email, ip }: { kind: CausedMail; email: string | undefined; ip: string },
  now: Date,
): Promise<void> {
  const network = networkOf(ip);
  await db.transaction().execute(async (tx) => {
    await lock(tx, network);
    const { asked } = await tx
      .selectFrom("login_attempts")
      .select((e) => e.fn.countAll<number>().as("asked"))
      .where("network", "=", network)
      .where("created_at", ">", new Date(now.getTime() - WINDOW_MS))
      .where("result", "=", "mail")
      .executeTakeFirstOrThrow();
    if (asked >= MAILS_PER_NETWORK) {
      throw new Refusal("rate_limited", "Too many emails were requested. Try again in 15 minutes.", {
        retryAfterSeconds: WINDOW_MS / 1000,
      });
    }
    await tx
      .insertInto("login_attempts")
      .values({ email: email ?? "", ip, network, result: "mail", created_at: now })
      .execute();
    if (email !== undefined) await countMail(tx, kind, { email }, now);
  });
}

async function lock(tx: Tx, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login-attempts ${what}`}, 0))`.execute(tx);
}

const secondsUntil = (from: Date, milliseconds: number, now: Date): number =>
  Math.max(0, Math.ceil((from.getTime() + milliseconds - now.getTime()) / 1000));

function tooMany(seconds: number): Refusal {
  const retryAfterSeconds = Math.max(1, seconds);
  return new Refusal("rate_limited", `Too many attempts. Try again in ${waitingTime(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });
}

function waitingTime(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
