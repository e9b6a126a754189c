import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { countMail } from "../../platform/mail/mail-limits.ts";
import { mailProblem } from "../../platform/mail/mail-problem.ts";
import { Refusal } from "../../platform/refusal.ts";

const PATIENCE_MS = 20_000;

/**
 * Sends a mail to the caller; returns where it is, in a sentence.
 * @throws Refusal `rate_limited` after many mails today, `unavailable` with what the mail server says when it does not take the mail within 20 s.
 */
export async function testMail({ db, caller, mail, config, clock }: Context): Promise<string> {
  if (caller.kind !== "user") throw new Refusal("forbidden", "Only a person has an address to send a mail to.");
  const { email } = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", caller.userId)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => countMail(tx, "test", { email }, clock.now()));
  await audit(db, {
    ...{ accountId: null, projectId: null, actor: actorOf(caller), action: "mail.tested" },
    ...{ objectType: "mail", objectId: null, objectTitle: email },
  });
  const patience = new AbortController();
  try {
    await Promise.race([
      mail.send({
        kind: "test",
        to: email,
        subject: "A test mail of Kinora",
        text: `Mails of this installation arrive.\n\nIt was sent at ${clock.now().toISOString()} from:\n\n${config.urls.console}\n`,
      }),
      wait(PATIENCE_MS, null, { signal: patience.signal }).then(() => {
        throw new Refusal("unavailable", `The mail server does not answer within ${PATIENCE_MS / 1_000} s.`);
      }),
    ]);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("unavailable", mailProblem(error));
  } finally {
    patience.abort();
  }
  return config.smtpUrl === null
    ? "The mail is in the development inbox: without SMTP_URL none leaves this server."
    : `The mail server has accepted a mail to ${email}.`;
}
