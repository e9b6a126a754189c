import { sql } from "kysely";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { Grant } from "../platform/access/scope.ts";
import { hasFactor, mustSetUpFactor } from "../platform/access/second-factor.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";

/** Whether an account demands a second factor, and how many of its active people have none. */
export async function readAccountSecurity({ db }: Context, { accountId }: Grant) {
  const { second_factor_required } = await db
    .selectFrom("accounts")
    .select("second_factor_required")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ people: number; without: number }>`
    select count(*)::int as people, (count(*) filter (where not ${hasFactor(sql.ref("users.id"))}))::int as without
    from users where users.status = 'active' and users.id in (
      select user_id from account_owners where account_id = ${accountId}
      union select user_id from project_members where account_id = ${accountId})`.execute(db);
  return { second_factor_required, people: rows[0]?.people ?? 0, without_second_factor: rows[0]?.without ?? 0 };
}

/**
 * Demands a second factor of an account's people, or stops. It holds from their next request on; nothing changes when it is so
 * already.
 * @throws Refusal `conflict` for who has none: they would be the first to be refused.
 */
export async function requireSecondFactor(context: Context, grant: Grant, required: boolean): Promise<void> {
  const { db, caller } = context;
  const { accountId } = grant;
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable("accounts")
      .set({ second_factor_required: required })
      .where("id", "=", accountId)
      .where("second_factor_required", "!=", required)
      .returning("name")
      .executeTakeFirst();
    if (!changed) return;
    if (caller.kind === "user" && (await mustSetUpFactor(tx, caller.userId)))
      throw new Refusal("conflict", "Set up a second factor of your own first, in your profile.");
    const projects = await tx
      .selectFrom("projects")
      .select("id")
      .where("account_id", "=", accountId)
      .where("deleted_at", "is", null)
      .execute();
    const line = {
      actor: actorOf(caller),
      action: "account.second_factor_required",
      objectType: "account",
      objectId: accountId,
      objectTitle: changed.name,
      changes: { second_factor_required: [!required, required] },
    };
    // The line is in the log of every project of the account.
    for (const { id } of projects) await audit(tx, { accountId, projectId: id, ...line });
  });
}
