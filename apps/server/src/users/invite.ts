import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/caller.ts";
import { audit } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { readMember } from "./queries.ts";
import { checkReach, presentMember } from "./service.ts";
import { sendInvitation } from "./tasks.ts";

export interface Invitation {
  /** Lower case. */
  email: string;
  roleId: number;
}

/**
 * Adds a person to a project. Whoever cannot sign in yet gets a mail with a link to activate their sign-in; it is sent
 * by a job, so that a slow mail server delays nobody.
 * @throws Refusal `invalid` at `role_id` for a role of another account, at `email` for a member or a blocked person;
 *   `forbidden` for a role that may do more than the caller.
 */
export async function inviteUser(context: Context, ground: ProjectGround, { email, roleId }: Invitation) {
  const actor = actorOf(context.caller);
  return context.db.transaction().execute(async (tx) => {
    const role = await tx
      .selectFrom("roles")
      .select(["id", "title"])
      .where("id", "=", roleId)
      .where("account_id", "=", ground.accountId)
      .executeTakeFirst();
    if (!role) throw fieldRefusal("role_id", "Choose a role of this account.");
    await checkReach(tx, ground, role.id, "You can not give a role that may do more than yours.");

    const { id, status } = await findOrCreate(tx, email);
    if (status === "blocked") throw fieldRefusal("email", "This person is blocked and can not be added.");
    const added = await tx
      .insertInto("project_members")
      .values({ project_id: ground.projectId, account_id: ground.accountId, user_id: id, role_id: role.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning("user_id")
      .executeTakeFirst();
    if (!added) throw fieldRefusal("email", "This person is already a member of the project.");

    const invited = status === "invited";
    if (invited) await context.jobs.send(tx, sendInvitation, { userId: id, projectId: ground.projectId });
    await context.emit(tx, {
      type: "user.added",
      accountId: ground.accountId,
      projectId: ground.projectId,
      payload: { user_id: id },
      actor,
    });
    await audit(tx, {
      accountId: ground.accountId,
      projectId: ground.projectId,
      actor,
      action: invited ? "user.invite" : "user.add",
      objectType: "user",
      objectId: id,
      objectTitle: email,
      changes: { role: role.title },
    });
    const member = await readMember(tx, ground.projectId, id);
    if (!member) throw new Error(`User ${id} is not a member right after being added.`);
    return { user: presentMember(context, member), invited };
  });
}

async function findOrCreate(tx: Tx, email: string) {
  const created = await tx
    .insertInto("users")
    .values({ email, status: "invited" })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(["id", "status"])
    .executeTakeFirst();
  return (
    created ?? tx.selectFrom("users").select(["id", "status"]).where("email", "=", email).executeTakeFirstOrThrow()
  );
}

const fieldRefusal = (field: string, message: string) =>
  new Refusal("invalid", message, { fields: { [field]: [message] } });
