import type { Executor } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";

/** Whether a person has a second factor, as a condition of SQL; `user` is the column or the value of their id. */
export const hasFactor = (user: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from login_totp where login_totp.user_id = ${user} and login_totp.confirmed_at is not null)
  or exists (select from login_passkeys where login_passkeys.user_id = ${user}))`;

/** The accounts that a person belongs to and that demand a second factor. */
const demanding = (user: RawBuilder<unknown>) => sql`
  select accounts.id, accounts.name from accounts
  where accounts.second_factor_required and accounts.status <> 'closed' and accounts.id in (
    select account_id from account_owners where account_owners.user_id = ${user}
    union all select account_id from project_members where project_members.user_id = ${user})`;

/** Whether a person has to set up a second factor before anything else, as a condition of SQL. */
export const lacksFactor = (user: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (${demanding(user)}) and not ${hasFactor(user)})`;

/** The name of an account that demands a second factor of a person; null when none does. */
export async function demandingAccount(db: Executor, userId: number): Promise<string | null> {
  const { rows } = await sql<{
    name: string;
  }>`${demanding(sql`${userId}::bigint`)} order by accounts.name limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** Whether a person has to set up a second factor before anything else. */
export async function mustSetUpFactor(db: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`select ${lacksFactor(sql`${userId}::bigint`)} as lacks`.execute(db);
  return rows[0]?.lacks ?? false;
}
