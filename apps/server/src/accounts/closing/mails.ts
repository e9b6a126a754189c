import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { mailName } from "../../platform/mail/mail-name.ts";

const WHAT = ["closed", "kept", "purged_soon", "purged"] as const;

/** Mails an account's owners what happened to it, or what will. */
export const mailOwners = task({
  name: "accounts.mail_owners",
  payload: z.object({ accountId: z.number(), what: z.enum(WHAT), to: z.number().optional() }),
  maximumFailures: 8,
  async run(services, { accountId, what, to }) {
    const owners = await services.db
      .selectFrom("account_owners")
      .innerJoin("users", "users.id", "account_owners.user_id")
      .select(["users.id", "users.email"])
      .where("account_owners.account_id", "=", accountId)
      .where("users.status", "=", "active")
      .orderBy("users.id")
      .execute();
    if (to === undefined) {
      // One job for each, so that a mail that fails does not repeat the others.
      await services.db.transaction().execute(async (tx) => {
        for (const { id } of owners) await services.jobs.send(tx, mailOwners, { accountId, what, to: id });
      });
      return;
    }
    const owner = owners.find(({ id }) => id === to);
    const written = owner ? await writeMail(services, accountId, what) : null;
    if (owner && written) await services.mail.send({ kind: "account_closing", to: owner.email, ...written });
  },
});

/** The mail's subject and text; null when it is not so any more. */
async function writeMail({ db, config }: Services, accountId: number, what: (typeof WHAT)[number]) {
  const account = await db
    .selectFrom("accounts")
    .leftJoin("account_closures", "account_closures.account_id", "accounts.id")
    .leftJoin("users", "users.id", "account_closures.closed_by")
    .select(["accounts.name", "accounts.status", "purge_at", "reason", "first_name", "last_name"])
    .where("accounts.id", "=", accountId)
    .executeTakeFirstOrThrow();
  const name = mailName(account.name);
  const day = account.purge_at?.toISOString().slice(0, 10) ?? "";
  const keep = `Owners keep the account at\n${config.urls.console}/account/settings`;
  const reason = account.reason ? [`The reason: ${mailName(account.reason)}`] : [];
  const who = account.reason === "" ? mailName(`${account.first_name ?? ""} ${account.last_name ?? ""}`.trim()) : "";
  const by = who === "" ? "was closed" : `was closed by ${who}`;
  const pending = account.status === "closing";
  switch (what) {
    case "closed":
      return pending
        ? {
            subject: "Your account is closed",
            text: [
              `The account ${name} ${by}. Playback is off, and its livestreams ended.`,
              ...reason,
              `Everything is kept until ${day} (UTC) and then deleted.`,
              keep,
            ].join("\n\n"),
          }
        : null;
    case "purged_soon":
      return pending
        ? {
            subject: `Your account is deleted on ${day}`,
            text: [
              `The account ${name} is closed. Its projects, videos and files are deleted on ${day} (UTC).`,
              keep,
            ].join("\n\n"),
          }
        : null;
    case "kept":
      return pending
        ? null
        : {
            subject: "Your account was kept",
            text: `The account ${name} is no longer closed. Nothing was deleted.`,
          };
    case "purged":
      return {
        subject: "Your account was deleted",
        text: `The projects, videos and files of the account ${name} are deleted. Its invoices are kept.`,
      };
  }
}
