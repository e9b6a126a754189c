import { createHmac, timingSafeEqual } from "node:crypto";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { Services } from "../context.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { createToken } from "./tokens.ts";

/** How long an invitation can be accepted, in days; sending it again begins them again. */
export const INVITATION_DAYS = 7;

/** A link that lets an invited person choose their name and password; valid 7 days, and the only valid one of theirs. */
export async function createActivation(
  { config, clock }: Pick<Services, "config" | "clock">,
  tx: Executor,
  userId: number,
): Promise<{ token: string; url: string }> {
  const token = await createToken(tx, "activate", userId, clock.now());
  return { token, url: `${config.urls.login}/activate?token=${token}` };
}

const seal = ({ secrets }: Pick<Services, "secrets">, id: number): string =>
  createHmac("sha256", secrets.cookieKey).update(`invitation:${id}`).digest("base64url");

/**
 * The page where an invitation is accepted. The link may be forwarded: accepting takes the sign-in of the invited
 * address, and a sign-in for that address takes a mail to it.
 */
export const invitationUrl = (services: Pick<Services, "config" | "secrets">, id: number): string =>
  `${services.config.urls.login}/invitation?token=${id}.${seal(services, id)}`;

/** The invitation of a token of {@link invitationUrl}; undefined when it has ended or does not exist. */
export function findInvitation(services: Pick<Services, "db" | "secrets" | "clock">, token: string) {
  const [, number = "", given = ""] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  const id = Number(number);
  if (id === 0 || !timingSafeEqual(Buffer.from(given), Buffer.from(seal(services, id)))) return undefined;
  return openInvitations(services.db, services.clock.now()).where("project_invitations.id", "=", id).executeTakeFirst();
}

/** Every invitation of an email address that can be accepted. */
export const invitationsOf = (on: Executor, email: string, now: Date) =>
  openInvitations(on, now).where("project_invitations.email", "=", email).orderBy("project_invitations.id").execute();

const openInvitations = (on: Executor, now: Date) =>
  on
    .selectFrom("project_invitations")
    .innerJoin("projects", "projects.id", "project_invitations.project_id")
    .innerJoin("accounts", "accounts.id", "project_invitations.account_id")
    .innerJoin("roles", "roles.id", "project_invitations.role_id")
    .select([
      "project_invitations.id",
      "project_invitations.email",
      "project_invitations.project_id",
      "project_invitations.account_id",
      "project_invitations.role_id",
      "projects.name as project",
      "accounts.name as account",
      "roles.title as role",
    ])
    .where("project_invitations.expires_at", ">", now)
    .where("project_invitations.accepted_at", "is", null)
    .where("project_invitations.revoked_at", "is", null)
    .where("projects.deleted_at", "is", null)
    .where("accounts.status", "!=", "closed");

export type OpenInvitation = Awaited<ReturnType<typeof invitationsOf>>[number];

/**
 * Makes a person a member as the invitation says and ends it; a member stays what they are. A project that is being moved to another
 * account is waited for: both lock its row first.
 */
export async function accept(
  { emit, clock, ip }: Pick<Services, "emit" | "clock"> & { ip: string },
  tx: Tx,
  invitation: OpenInvitation,
  userId: number,
): Promise<void> {
  const { id, email, project_id: projectId } = invitation;
  const project = await tx
    .selectFrom("projects")
    .select("account_id")
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
  if (!project) return;
  const accountId = project.account_id;
  const ended = await tx
    .updateTable("project_invitations")
    .set({ accepted_at: clock.now() })
    .where("id", "=", id)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("role_id")
    .executeTakeFirst();
  if (!ended) return;
  const blocked = await tx
    .selectFrom("blocked_members")
    .select("user_id")
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (blocked) throw new Refusal("forbidden", "You are blocked in this project. Ask an owner of the account.");
  await tx
    .insertInto("project_members")
    .values({ project_id: projectId, account_id: accountId, user_id: userId, role_id: ended.role_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { title: role } = await tx
    .selectFrom("roles")
    .select("title")
    .where("id", "=", ended.role_id)
    .executeTakeFirstOrThrow();
  const actor = { kind: "user", user_id: userId, address: ip };
  await emit(tx, { type: "user.added", accountId, projectId, payload: { user_id: userId }, actor });
  const entry = { accountId, projectId, actor, action: "user.join", changes: { role } };
  await audit(tx, { ...entry, objectType: "user", objectId: userId, objectTitle: email });
}
