import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { Context, Services } from "../context.ts";
import { INVITATION_DAYS, invitationUrl } from "../login/invitations.ts";
import { actorOf } from "../platform/caller.ts";
import { audit } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { checkReach, readRole } from "./service.ts";
import { sendInvitation } from "./tasks.ts";

export interface Invitation {
  /** Lower case. */
  email: string;
  roleId: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LISTED = 100;
const MISSING = "This invitation was accepted or withdrawn.";

/**
 * Invites a person to a project. Whether the address belongs to somebody, and to whom, is not said: they join when they
 * accept the mailed link. It is sent by a job, so that a slow mail server delays nobody.
 * @throws Refusal `invalid` at `role_id` for a role of another account, at `email` for who is in the list already;
 *   `forbidden` for a role that may do more than the caller.
 */
export async function inviteUser(context: Context, ground: ProjectGround, { email, roleId }: Invitation) {
  return context.db.transaction().execute(async (tx) => {
    const role = await readRole(tx, ground.accountId, roleId);
    await checkReach(tx, ground, role.id, "You can not give a role that may do more than yours.");
    if (await isListed(tx, ground, email)) throw emailRefusal("This person is already in the project.");
    const created = await tx
      .insertInto("project_invitations")
      .values({
        project_id: ground.projectId,
        account_id: ground.accountId,
        email,
        role_id: role.id,
        created_at: context.clock.now(),
        expires_at: expiry(context),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!created) throw emailRefusal("This person is invited already. Send the invitation again instead.");
    // Somebody without a sign-in gets one when they accept.
    await tx
      .insertInto("users")
      .values({ email, status: "invited" })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .execute();
    await context.jobs.send(tx, sendInvitation, { invitationId: created.id });
    await auditInvitation(context, tx, ground, { action: "user.invite", id: created.id, email, role: role.title });
    return readInvitation(context, tx, ground, created.id);
  });
}

/** The invitations of a project that were not accepted yet, the newest first. */
export async function listInvitations(context: Context, ground: ProjectGround) {
  const rows = await invitations(context.db, ground).orderBy("project_invitations.id", "desc").limit(LISTED).execute();
  return rows.map((row) => present(context, row));
}

/** Mails an invitation again and lets it live as long as a new one. @throws Refusal `not_found` */
export async function resendInvitation(context: Context, ground: ProjectGround, id: number) {
  return context.db.transaction().execute(async (tx) => {
    const { email, role } = await readInvitation(context, tx, ground, id);
    await tx
      .updateTable("project_invitations")
      .set({ expires_at: expiry(context) })
      .where("id", "=", id)
      .where("project_id", "=", ground.projectId)
      .execute();
    await context.jobs.send(tx, sendInvitation, { invitationId: id });
    await auditInvitation(context, tx, ground, { action: "user.invite_again", id, email, role: role.title });
    return readInvitation(context, tx, ground, id);
  });
}

/** Ends an invitation: its link works no longer. @throws Refusal `not_found` */
export async function withdrawInvitation(context: Context, ground: ProjectGround, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { email, role } = await readInvitation(context, tx, ground, id);
    await tx
      .deleteFrom("project_invitations")
      .where("id", "=", id)
      .where("project_id", "=", ground.projectId)
      .execute();
    await auditInvitation(context, tx, ground, { action: "user.withdraw_invitation", id, email, role: role.title });
  });
}

const expiry = ({ clock }: Context): Date => new Date(clock.now().getTime() + INVITATION_DAYS * DAY_MS);

/** Whether somebody with this address is a member of the project or an owner of its account: what its list shows anyway. */
async function isListed(tx: Tx, { projectId, accountId }: ProjectGround, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .leftJoin("project_members", (join) =>
      join.onRef("project_members.user_id", "=", "users.id").on("project_members.project_id", "=", projectId),
    )
    .leftJoin("account_owners", (join) =>
      join.onRef("account_owners.user_id", "=", "users.id").on("account_owners.account_id", "=", accountId),
    )
    .select("users.id")
    .where("users.email", "=", email)
    .where((e) => e.or([e("project_members.user_id", "is not", null), e("account_owners.user_id", "is not", null)]))
    .executeTakeFirst();
  return row !== undefined;
}

const invitations = (on: Executor, { projectId }: ProjectGround) =>
  on
    .selectFrom("project_invitations")
    .innerJoin("roles", "roles.id", "project_invitations.role_id")
    .select([
      "project_invitations.id",
      "project_invitations.email",
      "project_invitations.created_at",
      "project_invitations.expires_at",
      "roles.id as role_id",
      "roles.title as role_title",
    ])
    .where("project_invitations.project_id", "=", projectId);

type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>["executeTakeFirstOrThrow"]>>;

async function readInvitation(context: Context, on: Executor, ground: ProjectGround, id: number) {
  const row = await invitations(on, ground).where("project_invitations.id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("not_found", MISSING);
  return present(context, row);
}

function present(services: Services, { role_id: id, role_title: title, ...row }: InvitationRow) {
  return { ...row, role: { id, title }, link: invitationUrl(services, row.id) };
}

async function auditInvitation(
  { caller }: Context,
  tx: Tx,
  { accountId, projectId }: ProjectGround,
  { action, id, email, role }: { action: string; id: number; email: string; role: string },
): Promise<void> {
  const object = { objectType: "invitation", objectId: id, objectTitle: email };
  await audit(tx, { accountId, projectId, actor: actorOf(caller), action, ...object, changes: { role } });
}

const emailRefusal = (message: string) => new Refusal("invalid", message, { fields: { email: [message] } });
