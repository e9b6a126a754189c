import { sql } from "kysely";
import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";
import { mailName } from "../../platform/mail/mail-name.ts";

/** Superusers who are written to at most. */
const SUPERUSERS_MAX = 20;

interface Requested {
  account_id: number;
  account: string;
  plan: string;
  state: "open" | "accepted" | "declined" | "withdrawn";
  answer: string;
  email: string | null;
}

/** Mails superusers that a plan was requested, or the person who requested it what became of it. */
export const mailPlanRequest = task({
  name: "billing.mail_plan_request",
  payload: z.object({ requestId: z.number() }),
  maximumFailures: 8,
  async run({ db, mail, config }, { requestId }) {
    const { rows } = await sql<Requested>`
      select r.account_id, a.name as account, v.name as plan, r.state, r.answer, u.email
      from plan_requests r join accounts a on a.id = r.account_id
        join lateral (select name from plan_versions where plan_id = r.plan_id order by version desc limit 1) v on true
        left join users u on u.id = r.requested_by and u.status = 'active'
      where r.id = ${requestId}`.execute(db);
    const [request] = rows;
    if (!request || request.state === "withdrawn") return;
    const { account_id: accountId, plan, state, answer, email } = request;
    const account = mailName(request.account);
    if (state === "open") {
      const superusers = await db
        .selectFrom("users")
        .select("email")
        .where("superuser", "=", true)
        .where("status", "=", "active")
        .orderBy("id")
        .limit(SUPERUSERS_MAX)
        .execute();
      for (const { email: to } of superusers)
        await mail.send({
          to,
          subject: `A plan is requested: ${mailName(plan)}`,
          text: [
            `An owner of the account ${account} requests the plan ${mailName(plan)}.`,
            `Accept or decline it at\n${config.urls.console}/advanced/accounts/${accountId}/pricing`,
          ].join("\n\n"),
        });
      return;
    }
    if (email === null) return;
    await mail.send({
      to: email,
      subject: state === "accepted" ? "Your plan is changed" : "Your request of a plan is declined",
      text: [
        state === "accepted"
          ? `The account ${account} gets the plan ${mailName(plan)}, as it was requested.`
          : `The plan ${mailName(plan)}, which was requested for the account ${account}, is declined.`,
        ...(answer === "" ? [] : [mailName(answer)]),
        `Owners of the account see details at\n${config.urls.console}/account/settings`,
      ].join("\n\n"),
    });
  },
});
