import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { knownPermissions } from "@kinora/domain/people/permissions.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";

/**
 * Shows a project to the caller's session as a role sees it. Until `endViewAs` the session reads this project alone, with
 * the role's permissions, and changes nothing.
 * @throws Refusal `conflict` for callers without a session, `invalid` at `role_id` for a role of another account,
 *   `forbidden` for one with more permissions than the caller.
 */
export async function startViewAs(context: Context, grant: ProjectGrant, roleId: number): Promise<void> {
  const { caller } = context;
  if (caller.kind !== "user") throw new Refusal("conflict", "Only a person who is signed in can view as a role.");
  if (caller.acting) throw new Refusal("conflict", "You are acting as another person. End that first.");
  const { accountId, projectId } = grant;
  await context.db.transaction().execute(async (tx) => {
    const role = await tx
      .selectFrom("roles")
      .select(["id", "title", "permissions"])
      .where("id", "=", roleId)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    const message = "Choose a role of this account.";
    if (!role) throw new Refusal("invalid", message, { fields: { role_id: [message] } });
    const beyond = knownPermissions(role.permissions).filter((permission) => !grant.permissions.has(permission));
    if (beyond.length > 0)
      throw new Refusal(
        "forbidden",
        `You can't view as a role that can do more than yours. You lack ${beyond.map((permission) => `“${permissionNames[permission]}”`).join(", ")}.`,
      );
    const session = await tx
      .updateTable("api_sessions")
      .set({ view_as_role_id: role.id, view_as_project_id: projectId })
      .where("id", "=", caller.sessionId)
      .where("user_id", "=", caller.userId)
      .returning("user_id")
      .executeTakeFirst();
    if (!session) throw new Refusal("conflict", "This session has ended. Sign in again.");
    const object = { objectType: "role", objectId: role.id, objectTitle: role.title };
    await audit(tx, { accountId, projectId, actor: actorOf(caller), action: "role.view_as", ...object });
  });
}

/** Ends viewing as a role. */
export async function endViewAs({ db, caller }: Context): Promise<void> {
  if (caller.kind !== "user") return;
  await db
    .updateTable("api_sessions")
    .set({ view_as_role_id: null, view_as_project_id: null })
    .where("id", "=", caller.sessionId)
    .where("user_id", "=", caller.userId)
    .execute();
}
