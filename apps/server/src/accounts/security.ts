import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { Grant } from "../platform/access/scope.ts";
import { hasFactor, mustSetUpFactor } from "../platform/access/second-factor.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";

/** Whether an account demands a second factor, how many of its active people have none, and whether keys need a proof. */
export async function readAccountSecurity({ db }: Context, { accountId }: Grant) {
  const demands = await db
    .selectFrom("accounts")
    .select(["second_factor_required", "keys_need_proof"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ people: number; without: number }>`
    select count(*)::int as people, (count(*) filter (where not ${hasFactor(sql.ref("users.id"))}))::int as without
    from users where users.status = 'active' and users.id in (
      select user_id from account_owners where account_id = ${accountId}
      union select user_id from project_members where account_id = ${accountId})`.execute(db);
  return { ...demands, people: rows[0]?.people ?? 0, without_second_factor: rows[0]?.without ?? 0 };
}

/**
 * Demands a second factor of an account's people, or stops. It holds from their next request on; nothing changes when it is so
 * already.
 * @throws Refusal `conflict` for who has none: they would be the first to be refused.
 */
export async function requireSecondFactor(context: Context, grant: Grant, required: boolean): Promise<void> {
  const { db, caller } = context;
  await db.transaction().execute(async (tx) => {
    if (!(await demand(context, tx, grant, { column: "second_factor_required", value: required }))) return;
    if (caller.kind === "user" && (await mustSetUpFactor(tx, caller.userId)))
      throw new Refusal("conflict", "Set up a second factor of your own first, in your profile.");
  });
}

/**
 * Asks an account's people to confirm their identity before a stream key or a signing key is shown, or stops; nothing changes
 * when it is so already.
 */
export async function requireProofForKeys(context: Context, grant: Grant, required: boolean): Promise<void> {
  await context.db
    .transaction()
    .execute((tx) => demand(context, tx, grant, { column: "keys_need_proof", value: required }));
}

/** Sets what an account demands and notes it in the log of each of its projects; false when it was so already. */
async function demand(
  { caller }: Context,
  tx: Tx,
  { accountId }: Grant,
  { column, value }: { column: "second_factor_required" | "keys_need_proof"; value: boolean },
): Promise<boolean> {
  const changed = await tx
    .updateTable("accounts")
    .set({ [column]: value })
    .where("id", "=", accountId)
    .where(column, "!=", value)
    .returning("name")
    .executeTakeFirst();
  if (!changed) return false;
  const projects = await tx
    .selectFrom("projects")
    .select("id")
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .execute();
  const line = {
    actor: actorOf(caller),
    action: `account.${column}`,
    objectType: "account",
    objectId: accountId,
    objectTitle: changed.name,
    changes: { [column]: [!value, value] },
  };
  for (const { id } of projects) await audit(tx, { accountId, projectId: id, ...line });
  return true;
}
