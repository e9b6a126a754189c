import { z } from "zod";
import { task } from "../platform/jobs/tasks.ts";
import { mailName } from "../platform/mail/mail-name.ts";

/** Mails the person who requested an export that it is ready, or that it failed; not one who is no owner any more. */
export const mailExport = task({
  name: "exports.mail",
  payload: z.object({ exportId: z.number() }),
  maximumFailures: 8,
  async run({ db, mail, config }, { exportId }) {
    const row = await db
      .selectFrom("account_exports as e")
      .innerJoin("accounts", "accounts.id", "e.account_id")
      .innerJoin("users", "users.id", "e.requested_by")
      .leftJoin("account_owners as o", (join) =>
        join.onRef("o.account_id", "=", "e.account_id").onRef("o.user_id", "=", "e.requested_by"),
      )
      .select(["accounts.name", "users.email", "e.state", "e.problem", "e.expires_at", "e.file_deleted_at"])
      .where("e.id", "=", exportId)
      .where("users.status", "=", "active")
      .where((eb) => eb.or([eb("o.user_id", "is not", null), eb("users.superuser", "=", true)]))
      .executeTakeFirst();
    if (!row || row.file_deleted_at) return;
    const account = mailName(row.name);
    const page = `${config.urls.console}/account/settings`;
    if (row.state === "complete")
      await mail.send({
        kind: "account_export",
        to: row.email,
        subject: "The export of your account is ready",
        text: [
          `You can download the export of the account ${account} once, until ${row.expires_at?.toISOString().slice(0, 10) ?? ""} (UTC), at\n${page}`,
          "It contains everything in the account except media files. Protect it like the account itself.",
        ].join("\n\n"),
      });
    if (row.state === "failed")
      await mail.send({
        kind: "account_export",
        to: row.email,
        subject: "The export of your account failed",
        text: `The export of the account ${account} failed: ${row.problem ?? ""}\n\nRequest it again at\n${page}`,
      });
  },
});
