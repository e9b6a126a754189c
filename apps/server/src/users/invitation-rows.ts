import type { Executor } from "@kinora/db/connect.ts";
import { invitationState, type InvitationState } from "@kinora/domain/people/invitations.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../context.ts";
import { invitationUrl } from "../login/invitations.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";

const rows = (on: Executor) =>
  on
    .selectFrom("project_invitations")
    .innerJoin("roles", "roles.id", "project_invitations.role_id")
    .select([
      "project_invitations.id",
      "project_invitations.project_id",
      "project_invitations.email",
      "project_invitations.created_at",
      "project_invitations.expires_at",
      "project_invitations.accepted_at",
      "project_invitations.revoked_at",
      "roles.id as role_id",
      "roles.title as role_title",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>;

const inState = (state: InvitationState, now: Date) =>
  ({
    accepted: sql<SqlBool>`accepted_at is not null`,
    revoked: sql<SqlBool>`revoked_at is not null`,
    pending: sql<SqlBool>`accepted_at is null and revoked_at is null and expires_at > ${now}`,
    expired: sql<SqlBool>`accepted_at is null and revoked_at is null and expires_at <= ${now}`,
  })[state];

/** Invitations to a project, newest first; of one state or all. `before` is the id of the last one of the previous page. */
export async function listInvitations(
  context: Context,
  grant: ProjectGrant,
  { state, before, per_page }: { state?: InvitationState | undefined; before?: number | undefined; per_page: number },
) {
  let query = rows(context.db).where("project_invitations.project_id", "=", grant.projectId);
  if (state) query = query.where(inState(state, context.clock.now()));
  if (before !== undefined) query = query.where("project_invitations.id", "<", before);
  const found = await query
    .orderBy("project_invitations.id", "desc")
    .limit(per_page + 1)
    .execute();
  return { data: found.slice(0, per_page).map((row) => present(context, row)), more: found.length > per_page };
}

/** Invitations by their ids, in their order. */
export async function readInvitations(context: Context, on: Executor, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const found = await rows(on).where("project_invitations.id", "in", ids).orderBy("project_invitations.id").execute();
  return found.map((row) => present(context, row));
}

/** One invitation to the project. @throws Refusal `not_found` */
export async function readInvitation(context: Context, on: Executor, grant: ProjectGrant, id: number) {
  const row = await rows(on)
    .where("project_invitations.id", "=", id)
    .where("project_invitations.project_id", "=", grant.projectId)
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found", "This invitation was accepted or revoked.");
  return present(context, row);
}

function present(context: Context, row: Row) {
  const { role_id: id, role_title: title, accepted_at: acceptedAt, revoked_at: revokedAt, ...rest } = row;
  const times = { accepted_at: acceptedAt, revoked_at: revokedAt, expires_at: row.expires_at };
  const state = invitationState(times, context.clock.now());
  return { ...rest, state, role: { id, title }, link: invitationUrl(context, row.id) };
}
