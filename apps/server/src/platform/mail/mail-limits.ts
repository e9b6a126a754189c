import { createHash } from "node:crypto";
import type { Tx } from "@kinora/db/connect.ts";
import { MAILS_OF_ACCOUNT_A_DAY, MAILS_TO_ADDRESS_A_DAY } from "@kinora/domain/people/mail-limits.ts";
import { sql } from "kysely";
import { Refusal } from "../refusal.ts";

const DAY_MS = 86_400_000;

/**
 * Counts a mail that somebody of an account causes to an address, within the transaction that sends it: a change that is
 * rolled back counts nothing. Days are those of UTC.
 * @throws Refusal `rate_limited` until the next day, for an address that got 10 mails today or an account that sent 200.
 */
export async function countMail(tx: Tx, accountId: number, email: string, now: Date): Promise<void> {
  await countAgainst(tx, `account ${accountId}`, MAILS_OF_ACCOUNT_A_DAY, now, () => {
    const words = `The people of an account can have up to ${MAILS_OF_ACCOUNT_A_DAY} mails sent in a day.`;
    return `${words} Try again tomorrow.`;
  });
  const digest = createHash("sha256").update(email.toLowerCase()).digest("hex");
  await countAgainst(tx, `to ${digest}`, MAILS_TO_ADDRESS_A_DAY, now, () => {
    const words = `${email} was sent ${MAILS_TO_ADDRESS_A_DAY} mails today.`;
    return `${words} Try again tomorrow, or pass on the link by hand.`;
  });
}

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
