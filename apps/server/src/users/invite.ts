import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import { INVITATION_DAYS } from "../login/invitations.ts";
import { actorOf } from "../platform/access/caller.ts";
import { requireSeats } from "../platform/access/plan-limits.ts";
import { findGrant, type ProjectGrant } from "../platform/access/scope.ts";
import { audit } from "../platform/events/events.ts";
import { countMail } from "../platform/mail/mail-limits.ts";
import { Refusal } from "../platform/refusal.ts";
import { readInvitation, readInvitations } from "./invitation-rows.ts";
import { checkReach, readRole } from "./service.ts";
import { sendInvitation } from "./tasks.ts";

export interface Invitation {
  /** Lower case. */
  email: string;
  roleId: number;
}

export interface Invitations {
  /** Lower case, each once. */
  emails: readonly string[];
  roleId: number;
  /** Further projects of the account. */
  projectIds: readonly number[];
  /** A word of the inviting person; empty for none. */
  message: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const REACH = "You can't give a role that can do more than yours.";

/**
 * Invites a person to a project. The result does not reveal whether the address has a sign-in: they join when they
 * accept the mailed link. A job sends it, so that a slow mail server does not delay the request.
 * @throws Refusal `invalid` at `role_id` for a role of another account, at `email` for people already listed;
 *   `forbidden` for a role with more permissions than the caller; `conflict` when the plan has no seat left;
 *   `rate_limited` after many mails today.
 */
export async function inviteUser(context: Context, grant: ProjectGrant, { email, roleId }: Invitation) {
  return context.db.transaction().execute(async (tx) => {
    const role = await readRole(tx, grant.accountId, roleId);
    await checkReach(tx, grant, role.id, REACH);
    await requireSeats(tx, grant.accountId, [email]);
    const made = await inviteOne(context, tx, grant, { email, role, message: "" });
    if ("refused" in made) throw new Refusal("invalid", made.refused, { fields: { email: [made.refused] } });
    return readInvitation(context, tx, grant, made.id);
  });
}

/**
 * Invites several people to the grant's project and further ones. Who is there or invited already is left out and named
 * in `refused`.
 * @throws Refusal `invalid` at `role_id` for a role of another account, at `project_ids` for projects in which the
 *   caller does not manage users; `forbidden` for a role with more permissions than the caller has in one of them; `conflict`
 *   when the plan has fewer seats left; `rate_limited`, for all of them, after many mails today.
 */
export async function inviteUsers(context: Context, grant: ProjectGrant, invited: Invitations) {
  const grants = [grant, ...(await furtherGrants(context, grant, invited.projectIds))];
  return context.db.transaction().execute(async (tx) => {
    const role = await readRole(tx, grant.accountId, invited.roleId);
    for (const each of grants) await checkReach(tx, each, role.id, REACH);
    await requireSeats(tx, grant.accountId, invited.emails);
    const made: number[] = [];
    const refused: { email: string; project_id: number; message: string }[] = [];
    for (const each of grants)
      for (const email of invited.emails) {
        const one = await inviteOne(context, tx, each, { email, role, message: invited.message });
        if ("refused" in one) refused.push({ email, project_id: each.projectId, message: one.refused });
        else made.push(one.id);
      }
    return { data: await readInvitations(context, tx, made), refused };
  });
}

/** The caller's grants in further projects of the account. */
async function furtherGrants(context: Context, grant: ProjectGrant, ids: readonly number[]): Promise<ProjectGrant[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== grant.projectId);
  if (wanted.length === 0) return [];
  const found = await context.db
    .selectFrom("projects")
    .select(["id", "name"])
    .where("id", "in", wanted)
    .where("account_id", "=", grant.accountId)
    .where("deleted_at", "is", null)
    .execute();
  if (found.length < wanted.length) throw wrongProjects("Choose projects of this account.");
  return Promise.all(
    found.map(async ({ id: projectId, name }) => {
      const further = await findGrant(context.db, context.caller, {
        account_id: grant.accountId,
        project_id: projectId,
      });
      // Projects of others are not named to those who do not belong to them.
      if (!further) throw wrongProjects("Choose projects of this account.");
      if (!further.permissions.has("users_manage")) throw wrongProjects(`You do not manage the users of ${name}.`);
      return { ...further, projectId };
    }),
  );
}

const wrongProjects = (message: string) => new Refusal("invalid", message, { fields: { project_ids: [message] } });

interface NewInvitation {
  email: string;
  role: { id: number; title: string };
  message: string;
}

async function inviteOne(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  { email, role, message }: NewInvitation,
): Promise<{ id: number } | { refused: string }> {
  if (await isListed(tx, grant, email)) return { refused: "This person is already in the project." };
  const created = await tx
    .insertInto("project_invitations")
    .values({
      project_id: grant.projectId,
      account_id: grant.accountId,
      email,
      role_id: role.id,
      message,
      invited_by: context.caller.kind === "user" ? context.caller.userId : null,
      created_at: context.clock.now(),
      expires_at: expiry(context),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!created) return { refused: "This person is invited already. Send the invitation again instead." };
  // People without a sign-in create one when they accept.
  await tx
    .insertInto("users")
    .values({ email, status: "invited" })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  await countMail(tx, "invitation", { accountId: grant.accountId, email }, context.clock.now());
  await context.jobs.send(tx, sendInvitation, { invitationId: created.id });
  const { accountId, projectId } = grant;
  const actor = actorOf(context.caller);
  await context.emit(tx, {
    type: "user.invited",
    accountId,
    projectId,
    payload: { invitation_id: created.id },
    actor,
  });
  await auditInvitation(context, tx, grant, { action: "user.invite", id: created.id, email, role: role.title });
  return { id: created.id };
}

/** Mails an open invitation again and renews its expiry. @throws Refusal `not_found`, `rate_limited` after many mails today. */
export async function resendInvitation(context: Context, grant: ProjectGrant, id: number) {
  return context.db.transaction().execute(async (tx) => {
    const { email, role } = await lockOpen(context, tx, grant, id);
    await tx
      .updateTable("project_invitations")
      .set({ expires_at: expiry(context) })
      .where("id", "=", id)
      .execute();
    await countMail(tx, "invitation", { accountId: grant.accountId, email }, context.clock.now());
    await context.jobs.send(tx, sendInvitation, { invitationId: id });
    await auditInvitation(context, tx, grant, { action: "user.invite_again", id, email, role: role.title });
    return readInvitation(context, tx, grant, id);
  });
}

/** Revokes an open invitation: its link stops working. @throws Refusal `not_found` */
export async function withdrawInvitation(context: Context, grant: ProjectGrant, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { email, role } = await lockOpen(context, tx, grant, id);
    await tx.updateTable("project_invitations").set({ revoked_at: context.clock.now() }).where("id", "=", id).execute();
    await auditInvitation(context, tx, grant, { action: "user.withdraw_invitation", id, email, role: role.title });
  });
}

/** An invitation of the project that can still be accepted or sent again, locked until the transaction ends. */
async function lockOpen(context: Context, tx: Tx, grant: ProjectGrant, id: number) {
  const open = await tx
    .selectFrom("project_invitations")
    .select("id")
    .where("id", "=", id)
    .where("project_id", "=", grant.projectId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) throw new Refusal("not_found", "This invitation was accepted or revoked.");
  return readInvitation(context, tx, grant, id);
}

const expiry = ({ clock }: Context): Date => new Date(clock.now().getTime() + INVITATION_DAYS * DAY_MS);

/** Whether this address belongs to a member of the project or an owner of its account, who are listed anyway. */
async function isListed(tx: Tx, { projectId, accountId }: ProjectGrant, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .leftJoin("project_members", (join) =>
      join.onRef("project_members.user_id", "=", "users.id").on("project_members.project_id", "=", projectId),
    )
    .leftJoin("account_owners", (join) =>
      join.onRef("account_owners.user_id", "=", "users.id").on("account_owners.account_id", "=", accountId),
    )
    .leftJoin("blocked_members", (join) =>
      join.onRef("blocked_members.user_id", "=", "users.id").on("blocked_members.project_id", "=", projectId),
    )
    .select("users.id")
    .where("users.email", "=", email)
    .where((e) =>
      e.or([
        e("project_members.user_id", "is not", null),
        e("blocked_members.user_id", "is not", null),
        e("account_owners.user_id", "is not", null),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

async function auditInvitation(
  { caller }: Context,
  tx: Tx,
  { accountId, projectId }: ProjectGrant,
  { action, id, email, role }: { action: string; id: number; email: string; role: string },
): Promise<void> {
  const object = { objectType: "invitation", objectId: id, objectTitle: email };
  await audit(tx, { accountId, projectId, actor: actorOf(caller), action, ...object, changes: { role } });
}
