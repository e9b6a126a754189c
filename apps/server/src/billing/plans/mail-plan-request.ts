import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
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
  requested_by: number | null;
}

/** Mails superusers that a plan was requested, or the person who requested it what became of it. */
export const mailPlanRequest = task({
  name: "billing.mail_plan_request",
  payload: z.object({ requestId: z.number(), to: z.number().optional() }),
  maximumFailures: 8,
  async run(services, { requestId, to }) {
    const { db, jobs, mail } = services;
    const request = await readRequest(services, requestId);
    if (!request || request.state === "withdrawn") return;
    if (to === undefined) {
      const recipients = await recipientsOf(services, request);
      // One job for each, so that a mail that fails does not repeat the others.
      await db.transaction().execute(async (tx) => {
        for (const id of recipients) await jobs.send(tx, mailPlanRequest, { requestId, to: id });
      });
      return;
    }
    const person = await db
      .selectFrom("users")
      .select(["email", "superuser"])
      .where("id", "=", to)
      .where("status", "=", "active")
      .executeTakeFirst();
    const isFor = request.state === "open" ? person?.superuser : to === request.requested_by;
    if (person && isFor) await mail.send({ kind: "plan_request", to: person.email, ...mailOf(services, request) });
  },
});

async function readRequest({ db }: Services, requestId: number): Promise<Requested | undefined> {
  const { rows } = await sql<Requested>`
    select r.account_id, a.name as account, v.name as plan, r.state, r.answer, r.requested_by
    from plan_requests r join accounts a on a.id = r.account_id
      join lateral (select name from plan_versions where plan_id = r.plan_id order by version desc limit 1) v on true
    where r.id = ${requestId}`.execute(db);
  return rows[0];
}

async function recipientsOf({ db }: Services, { state, requested_by: person }: Requested): Promise<number[]> {
  if (state !== "open") return person === null ? [] : [person];
  const superusers = await db
    .selectFrom("users")
    .select("id")
    .where("superuser", "=", true)
    .where("status", "=", "active")
    .orderBy("id")
    .limit(SUPERUSERS_MAX)
    .execute();
  return superusers.map(({ id }) => id);
}

/** The mail's subject and text, in the words of what became of the request. */
function mailOf({ config }: Services, request: Requested) {
  const { state, answer, account_id: accountId } = request;
  const [account, plan] = [mailName(request.account), mailName(request.plan)];
  if (state === "open")
    return {
      subject: `Plan requested: ${plan}`,
      text: [
        `An owner of the account ${account} requests the plan ${plan}.`,
        `Accept or decline it at\n${config.urls.console}/advanced/accounts/${accountId}/pricing`,
      ].join("\n\n"),
    };
  return {
    subject: state === "accepted" ? "Your plan was changed" : "Your plan request was declined",
    text: [
      state === "accepted"
        ? `The account ${account} now has the plan ${plan}, as requested.`
        : `Your request of the plan ${plan} for the account ${account} was declined.`,
      ...(answer === "" ? [] : [mailName(answer)]),
      `Owners of the account see details at\n${config.urls.console}/account/settings`,
    ].join("\n\n"),
  };
}
