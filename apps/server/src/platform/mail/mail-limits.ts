import { createHash } from "node:crypto";
import type { Tx } from "@kinora/db/connect.ts";
import { MAIL_KINDS, type CausedMail, type MailLimit } from "@kinora/domain/people/mail-limits.ts";
import { sql } from "kysely";
import { Refusal } from "../refusal.ts";

const DAY_MS = 86_400_000;

/** Whom a mail goes to, and the account whose people cause it, where the kind has a limit of it. */
interface Counted {
  email?: string;
  accountId?: number;
}

/**
 * Counts a mail that someone causes, within the transaction that sends it: a change that is rolled back counts nothing.
 * @throws Refusal `rate_limited` until the next day of UTC, above what `MAIL_KINDS` allows to the address and of the account.
 */
export async function countMail(tx: Tx, kind: CausedMail, { email, accountId }: Counted, now: Date): Promise<void> {
  const { counted, toAddress, ofAccount, help }: MailLimit = MAIL_KINDS[kind];
  if (ofAccount !== undefined && accountId !== undefined)
    await countAgainst(tx, named(counted, `account ${accountId}`), ofAccount, now, () => {
      const words = `The people of an account can have up to ${ofAccount} such mails sent in a day.`;
      return `${words} Try again tomorrow.`;
    });
  if (toAddress !== undefined && email !== undefined)
    await countAgainst(tx, named(counted, `to ${digestOf(email)}`), toAddress, now, () => {
      const words = `${toAddress} such mails were requested for ${email} today.`;
      return `${words} Try again tomorrow${help === undefined ? "" : `, or ${help}`}.`;
    });
}

const named = (counted: string, subject: string): string => (counted === "" ? subject : `${counted} ${subject}`);
const digestOf = (email: string): string => createHash("sha256").update(email.toLowerCase()).digest("hex");

async function countAgainst(tx: Tx, subject: string, most: number, now: Date, words: () => string): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const { rows } = await sql<{ mails: number }>`
    insert into mail_counts (day, subject, mails) values (${day}, ${subject}, 1)
    on conflict (day, subject) do update set mails = mail_counts.mails + 1 returning mails`.execute(tx);
  if ((rows[0]?.mails ?? 0) > most) {
    const retryAfterSeconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000);
    throw new Refusal("rate_limited", words(), { retryAfterSeconds });
  }
  await sql`
    delete from mail_counts where (day, subject) in (
      select day, subject from mail_counts where day < ${day}::date - 1 limit 100 for update skip locked)`.execute(tx);
}
