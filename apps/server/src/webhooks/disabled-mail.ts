import { FAILING_DAYS } from "@kinora/domain/webhooks/retries.ts";
import { sql } from "kysely";
import { z } from "zod";
import { task } from "../platform/jobs/tasks.ts";
import { mailName } from "../platform/mail/mail-name.ts";

interface Recipient {
  email: string;
}

/** Mails the owners of the account, and the members who manage webhooks, that one was disabled. */
export const mailDisabled = task({
  name: "webhooks.mail_disabled",
  payload: z.object({ webhookId: z.number() }),
  maximumFailures: 8,
  async run({ db, config, mail }, { webhookId }) {
    const webhook = await db
      .selectFrom("webhooks")
      .innerJoin("projects", "projects.id", "webhooks.project_id")
      .select(["webhooks.id", "webhooks.name", "webhooks.url", "webhooks.project_id", "webhooks.account_id"])
      .select(["webhooks.disabled_reason", "projects.name as project"])
      .where("webhooks.id", "=", webhookId)
      .where("webhooks.disabled_reason", "in", ["failing", "gone"])
      .executeTakeFirst();
    // Enabled again, or deleted, in the meantime.
    if (!webhook) return;
    const { rows } = await sql<Recipient>`
      select email from users where status = 'active' and (
        id in (select user_id from account_owners where account_id = ${webhook.account_id})
        or id in (
          select m.user_id from project_members m join roles on roles.id = m.role_id
          where m.project_id = ${webhook.project_id} and 'webhooks_manage' = any(roles.permissions)))
      order by id`.execute(db);
    const reason =
      webhook.disabled_reason === "gone"
        ? "Its receiver answered 410 Gone."
        : `All its deliveries failed for ${FAILING_DAYS} days.`;
    for (const { email } of rows)
      await mail.send({
        kind: "webhook_disabled",
        to: email,
        subject: `A webhook of ${mailName(webhook.project)} was disabled`,
        text: [
          `The webhook ${mailName(webhook.name)} of the project ${mailName(webhook.project)} was disabled. ${reason}`,
          `It sent to the host ${mailName(new URL(webhook.url).host)}.`,
          "See the responses and enable it again here:",
          `${config.urls.console}/settings/webhooks/${webhook.id}`,
        ].join("\n\n"),
      });
  },
});
