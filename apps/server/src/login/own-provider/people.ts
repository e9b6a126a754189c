import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { lockAccount } from "../../platform/access/account.ts";
import { presentPerson } from "../../platform/access/person.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { recordSignIn } from "./account-lines.ts";

const PAGE = 50;

/** People who signed in with an account's own provider, in the order of their ids. @param after the id of the last one that was read. */
export async function listLinked(context: Context, { accountId }: Grant, after: number | null) {
  const rows = await context.db
    .selectFrom("own_provider_people as link")
    .innerJoin("users", "users.id", "link.user_id")
    .select(["users.id", "users.first_name", "users.last_name", "users.avatar_key", "users.email"])
    .select(({ fn }) => [fn.min("link.created_at").as("linked_at"), fn.max("link.last_used_at").as("last_used_at")])
    .where("link.account_id", "=", accountId)
    .$if(after !== null, (query) => query.where("users.id", ">", after ?? 0))
    .groupBy("users.id")
    .orderBy("users.id")
    .limit(PAGE + 1)
    .execute();
  return {
    data: rows.slice(0, PAGE).map(({ email, linked_at, last_used_at, ...person }) => ({
      ...presentPerson(context, person),
      ...{ email, linked_at, last_used_at },
    })),
    more: rows.length > PAGE,
  };
}

/**
 * Unlinks a person from an account's own provider and ends what they are signed in with by it. Their next sign-in with it links
 * them again, by the email that it says.
 * @throws Refusal `not_found` for a person who is not linked.
 */
export async function unlinkPerson(context: Context, { accountId }: Grant, userId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const { numDeletedRows } = await tx
      .deleteFrom("own_provider_people")
      .where("account_id", "=", accountId)
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new Refusal("not_found", "This person is not linked to the provider.");
    await tx
      .deleteFrom("login_sessions")
      .where("user_id", "=", userId)
      .where("provider_account_id", "=", accountId)
      .execute();
    const { email } = await tx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
    await recordSignIn(context, tx, account, { action: "account.sign_in_unlinked", changes: { email } });
  });
}

/**
 * Ends what people have signed in with otherwise, once an account demands its own provider of them; owners and superusers keep
 * their own way in. Returns how many sessions that were.
 */
export async function endOwnSessions(tx: Tx, accountId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_sessions session using users, own_provider_domains domain
    where users.id = session.user_id and not users.superuser
      and domain.account_id = ${accountId} and domain.verified_at is not null
      and domain.domain = split_part(users.email, '@', 2)
      and session.provider_account_id is distinct from ${accountId}::bigint
      and not exists (
        select from account_owners where account_owners.account_id = ${accountId} and account_owners.user_id = users.id)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
