import type { Executor, Tx } from "@kinora/db/connect.ts";
import { listKeysOfOwner, settleKeys } from "../api-keys/makers.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { Grant } from "../platform/access/scope.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { addOwner } from "./service.ts";

/** What the database raises when the last owner would go (0101-owners.ts). */
const LAST_OWNER = "account_keeps_owner";

/**
 * Makes a member an owner of their account; nothing changes for an owner.
 * @throws Refusal `invalid` at `user_id` for someone who is in none of its projects, or blocked.
 */
export async function makeOwner(context: Context, grant: Grant, userId: number): Promise<void> {
  const { accountId } = grant;
  await context.db.transaction().execute(async (tx) => {
    if (await readOwner(tx, accountId, userId)) return;
    const member = await tx
      .selectFrom("project_members")
      .innerJoin("users", "users.id", "project_members.user_id")
      .select("users.email")
      .where("project_members.account_id", "=", accountId)
      .where("users.id", "=", userId)
      .where("users.status", "=", "active")
      .executeTakeFirst();
    if (!member) {
      const message = "Choose an active member of one of the account's projects.";
      throw new Refusal("invalid", message, { fields: { user_id: [message] } });
    }
    await addOwner(tx, accountId, userId);
    await announce(context, tx, grant, { what: "owner_added", userId, email: member.email });
  });
}

/** The keys that an owner made and may no longer have when their ownership ends. @throws Refusal `not_found` for someone who is no owner. */
export async function listOwnerKeys(context: Context, { accountId }: Grant, userId: number) {
  if (!(await readOwner(context.db, accountId, userId))) throw notAnOwner();
  return listKeysOfOwner(context, accountId, userId);
}

/**
 * Ends a person's ownership, effective with their next request; they keep the projects they are a member of, and of
 * the API keys they made those that they may still have; the others are disabled, or become those of `keysTo`.
 * @throws Refusal `conflict` for oneself and for the last owner, `not_found` for someone who is no owner, `invalid` at `keys_to`
 *   for someone who may not have the keys.
 */
export async function removeOwner(
  context: Context,
  grant: Grant,
  userId: number,
  keysTo: number | null = null,
): Promise<void> {
  const { caller, db } = context;
  if (caller.kind === "user" && caller.userId === userId)
    throw new Refusal("conflict", "You cannot end your own ownership. Ask another owner to do it.");
  try {
    await db.transaction().execute(async (tx) => {
      const owner = await readOwner(tx, grant.accountId, userId);
      if (!owner) throw notAnOwner();
      const { numDeletedRows } = await tx
        .deleteFrom("account_owners")
        .where("account_id", "=", grant.accountId)
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      // Another removal was first, since the owner was read.
      if (numDeletedRows === 0n) throw notAnOwner();
      await settleKeys(context, tx, { ...grant, projectId: null }, { userId, keysTo });
      await announce(context, tx, grant, { what: "owner_removed", userId, email: owner.email });
    });
  } catch (error) {
    if (typeof error !== "object" || error === null || !("constraint" in error) || error.constraint !== LAST_OWNER)
      throw error;
    throw new Refusal("conflict", "An account keeps at least one owner. Make someone else an owner first.");
  }
}

const notAnOwner = () => new Refusal("not_found", "This person is not an owner of the account.");

const readOwner = (tx: Executor, accountId: number, userId: number) =>
  tx
    .selectFrom("account_owners")
    .innerJoin("users", "users.id", "account_owners.user_id")
    .select("users.email")
    .where("account_owners.account_id", "=", accountId)
    .where("users.id", "=", userId)
    .executeTakeFirst();

/** The line is in the log of every project of the account: each of them has gained or lost an owner. */
async function announce(
  context: Context,
  tx: Tx,
  { accountId }: Grant,
  { what, userId, email }: { what: string; userId: number; email: string },
): Promise<void> {
  const actor = actorOf(context.caller);
  const action = `user.${what}`;
  const projects = await tx
    .selectFrom("projects")
    .select("id")
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .execute();
  const object = { objectType: "user", objectId: userId, objectTitle: email };
  for (const { id: projectId } of projects) await audit(tx, { accountId, projectId, actor, action, ...object });
  const payload = { user_id: userId };
  await context.emit(tx, { type: "user.changed", accountId, projectId: null, payload, actor });
}
