import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { settleKeys } from "../api-keys/makers.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";
import { readBlocked, readMember } from "./queries.ts";
import { checkReach } from "./service.ts";

/**
 * Removes a person from a project, effective with their next request. Their uploads stay theirs, or become those of
 * `videosTo`; the API keys they made are disabled, or become those of `keysTo`.
 * @throws Refusal `conflict` for oneself, `not_found` when they are not a member, `forbidden` when they have permissions
 *   the caller does not have, `invalid` at `videos_to` for someone who does not belong to the project, and at
 *   `keys_to` for someone who may not have the keys.
 */
export async function removeUser(
  context: Context,
  grant: ProjectGrant,
  userId: number,
  { videosTo = null, keysTo = null }: { videosTo?: number | null; keysTo?: number | null } = {},
): Promise<void> {
  const { caller } = context;
  if (caller.kind === "user" && caller.userId === userId) {
    throw new Refusal("conflict", "You can't remove yourself. Ask someone else who manages users to do it.");
  }
  const { projectId } = grant;
  await context.db.transaction().execute(async (tx) => {
    const member = (await readMember(tx, projectId, userId)) ?? (await readBlocked(tx, projectId, userId));
    if (!member) throw new Refusal("not_found", "This person is not a member of the project.");
    await checkReach(tx, grant, member.role_id, "You can't remove someone whose role can do more than yours.");
    const heir = videosTo === null ? null : await requireHeir(tx, grant, userId, videosTo);
    for (const table of ["project_members", "blocked_members"] as const)
      await tx.deleteFrom(table).where("project_id", "=", projectId).where("user_id", "=", userId).execute();
    await settleKeys(context, tx, grant, { userId, keysTo });
    const handed =
      heir === null ? {} : { videos_to: heir.email, videos: await handOver(tx, projectId, userId, heir.id) };
    const object = { type: "user", id: userId, title: member.email };
    const changes = { role: member.role_title, ...handed };
    await record(context, tx, grant, { action: "user.remove", event: "user.removed", object, changes });
  });
}

/** Who gets the videos: another member, or an owner of the account. */
async function requireHeir(tx: Tx, { projectId, accountId }: ProjectGrant, userId: number, heirId: number) {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where id = ${heirId} and id <> ${userId} and (
      exists (select from project_members where project_id = ${projectId} and user_id = users.id)
      or exists (select from account_owners where account_id = ${accountId} and user_id = users.id))`.execute(tx);
  const [heir] = rows;
  if (heir) return heir;
  const message = "Choose another member of the project.";
  throw new Refusal("invalid", message, { fields: { videos_to: [message] } });
}

/** Gives a person's videos of the project to someone else; how many they were. */
async function handOver(tx: Tx, projectId: number, from: number, to: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("videos")
    .set({ user_id: to })
    .where("project_id", "=", projectId)
    .where("user_id", "=", from)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
