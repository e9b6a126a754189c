import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { TransferState } from "@kinora/domain/projects/transfers.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { joined } from "../../platform/database/joined.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { previewMove } from "../installation/move-preview.ts";
import { moveProject } from "../installation/move.ts";
import { mailTransfer } from "./mail.ts";

const OFFERS_MAX = 50;

interface Offer {
  id: number;
  project_id: number;
  from_account_id: number;
  project: string;
  account: string;
  offered_at: Date;
  expires_at: Date;
}

const callerOf = ({ caller }: Context): number | null => (caller.kind === "user" ? caller.userId : null);

/**
 * Offers to the caller that can be accepted. One whose author is blocked or no owner of the account any more is none: who loses an
 * account must not take its projects along. Nor is one of an account that is suspended, which would evade that.
 */
const openOffers = (context: Context, accountId: number) => sql`
  from project_transfers t join users u on u.email = t.email and u.id = ${callerOf(context)} and u.status = 'active'
    join projects p on p.id = t.project_id and p.account_id = t.from_account_id and p.deleted_at is null
    join accounts a on a.id = t.from_account_id and a.status = 'active'
    join users author on author.id = t.offered_by and author.status = 'active'
  where t.state = 'open' and t.expires_at > ${context.clock.now()}::timestamptz and t.from_account_id <> ${accountId}
    and (author.superuser or exists (
      select from account_owners o where o.account_id = t.from_account_id and o.user_id = author.id))`;

/** The projects that are offered to the caller, which the account could accept, the newest first. */
export async function listOfferedProjects(context: Context, { accountId }: Grant): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select t.id, t.project_id, t.from_account_id, p.name as project, a.name as account, t.offered_at, t.expires_at
    ${openOffers(context, accountId)} order by t.id desc limit ${OFFERS_MAX}`.execute(context.db);
  return rows;
}

/** An offer to the caller. @throws Refusal `conflict` for one that is not open, not theirs or does not exist: the answer does not tell. */
async function requireOffer(context: Context, on: Executor, accountId: number, id: number): Promise<Offer> {
  const { rows } = await sql<Offer>`
    select t.id, t.project_id, t.from_account_id, p.name as project, a.name as account, t.offered_at, t.expires_at
    ${openOffers(context, accountId)} and t.id = ${id}`.execute(on);
  const [offer] = rows;
  if (!offer) throw new Refusal("conflict", "This project is not offered to you any more.");
  return offer;
}

/** What accepting an offer would change. @throws Refusal what `requireOffer` and `previewMove` throw. */
export async function previewOffer(context: Context, { accountId }: Grant, id: number) {
  const { project_id: projectId } = await requireOffer(context, context.db, accountId, id);
  return previewMove(context, projectId, accountId);
}

/**
 * Accepts an offer: the project moves to the account in the same transaction. Of several at one time the first one wins.
 * @throws Refusal what `requireOffer` and `moveProject` throw.
 */
export const acceptOffer = (context: Context, { accountId }: Grant, id: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const { from_account_id: from } = await requireOffer(context, tx, accountId, id);
    // Accounts before the offer, as a move of the project does, which ends its offers.
    await sql`select from accounts where id in (${from}, ${accountId}) order by id for no key update`.execute(tx);
    await lockOffer(tx, id);
    const offer = await requireOffer(context, tx, accountId, id);
    await endOffer(context, tx, offer, { state: "accepted", to_account_id: accountId });
    await moveProject(joined(context, tx), offer.project_id, {
      accountId,
      from: offer.from_account_id,
      reason: "Offered by an owner and accepted",
    });
    await context.jobs.send(tx, mailTransfer, { transferId: id });
  });

/** Declines an offer, for all accounts of the caller. @throws Refusal what `requireOffer` throws. */
export const declineOffer = (context: Context, { accountId }: Grant, id: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await lockOffer(tx, id);
    const offer = await requireOffer(context, tx, accountId, id);
    await endOffer(context, tx, offer, { state: "declined" });
    await context.jobs.send(tx, mailTransfer, { transferId: id });
    await audit(tx, {
      ...{ accountId: offer.from_account_id, projectId: offer.project_id, actor: actorOf(context.caller) },
      ...{ action: "project.transfer_declined", objectType: "project" },
      ...{ objectId: offer.project_id, objectTitle: offer.project },
    });
  });

/** The second one to decide waits here, and then sees what the first one decided. */
async function lockOffer(tx: Tx, id: number): Promise<void> {
  await sql`select from project_transfers where id = ${id} for update`.execute(tx);
}

async function endOffer(
  context: Context,
  tx: Tx,
  { id }: Offer,
  end: { state: TransferState; to_account_id?: number },
): Promise<void> {
  await tx
    .updateTable("project_transfers")
    .set({ ...end, decided_at: context.clock.now(), decided_by: callerOf(context) })
    .where("id", "=", id)
    .execute();
}
