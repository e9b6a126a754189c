import type { TransferState } from "@kinora/domain/projects/transfers.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { mailName } from "../../platform/mail/mail-name.ts";

interface Transfer {
  state: TransferState;
  email: string;
  expires_at: Date;
  from_account_id: number;
  project: string;
  account: string;
}

/**
 * Mails the person whom a project is offered, where there is one who can sign in, and the owners of its account: that it is offered, and
 * what became of the offer.
 */
export const mailTransfer = task({
  name: "projects.mail_transfer",
  payload: z.object({ transferId: z.number(), to: z.number().optional() }),
  maximumFailures: 8,
  async run(services, { transferId, to }) {
    const { db, jobs, mail } = services;
    const { rows } = await sql<Transfer>`
      select t.state, t.email, t.expires_at, t.from_account_id, p.name as project, a.name as account
      from project_transfers t join projects p on p.id = t.project_id join accounts a on a.id = t.from_account_id
      where t.id = ${transferId} and t.state in ('open', 'accepted', 'declined')`.execute(db);
    const [transfer] = rows;
    if (!transfer) return;
    const people = await recipientsOf(services, transfer);
    if (to === undefined) {
      // One job for each, so that a mail that fails does not repeat the others.
      await db.transaction().execute(async (tx) => {
        for (const { id } of people) await jobs.send(tx, mailTransfer, { transferId, to: id });
      });
      return;
    }
    const person = people.find(({ id }) => id === to);
    if (person)
      await mail.send({
        kind: "project_transfer",
        to: person.email,
        ...mailOf(services, transfer, person.email === transfer.email),
      });
  },
});

async function recipientsOf({ db }: Services, { state, email, from_account_id: accountId }: Transfer) {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where status = 'active' and (
      id in (select user_id from account_owners where account_id = ${accountId})
      or (${state === "open"} and email = ${email})) order by id`.execute(db);
  return rows;
}

/** The mail's subject and text, for the person whom the project is offered or for an owner of its account. */
function mailOf({ config }: Services, transfer: Transfer, isOffered: boolean) {
  const [project, account] = [mailName(transfer.project), mailName(transfer.account)];
  const page = `${config.urls.console}/account/projects`;
  const until = transfer.expires_at.toISOString().slice(0, 10);
  if (transfer.state === "open" && isOffered)
    return {
      subject: `You are offered the project ${project}`,
      text: [
        `An owner of the account ${account} offers you the project ${project}, with everything in it.`,
        `Accept or decline it as an owner of your account until ${until} (UTC) at\n${page}`,
        "Nothing changes until you accept.",
      ].join("\n\n"),
    };
  if (transfer.state === "open")
    return {
      subject: `The project ${project} is offered to another account`,
      text: [
        `An owner of the account ${account} offers the project ${project} to ${transfer.email}.`,
        `When the offer is accepted, the project leaves the account. An owner can withdraw the offer at\n${page}`,
      ].join("\n\n"),
    };
  const became = transfer.state === "accepted" ? "accepted" : "declined";
  return {
    subject: `The offer of the project ${project} was ${became}`,
    text:
      transfer.state === "accepted"
        ? `${transfer.email} accepted the project ${project}. It no longer belongs to the account ${account}. Its past usage stays on that account's invoices.`
        : `${transfer.email} declined the project ${project}. It stays in the account ${account}.`,
  };
}
