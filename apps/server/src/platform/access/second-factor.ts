import type { Executor } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";

/** Whether a person has a second factor, as a condition of SQL; `user` is the column or the value of their id. */
export const hasFactor = (user: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from login_totp where login_totp.user_id = ${user} and login_totp.confirmed_at is not null)
  or exists (select from login_passkeys where login_passkeys.user_id = ${user}))`;

/** Columns of a login session whose person an organization's own provider may have signed in; null for none. */
interface OfProvider {
  accountId: RawBuilder<number | null>;
  /** Whether it asked for more than a password. */
  factor: RawBuilder<boolean>;
}

/** Those of `login_sessions` in a query that has it. */
export const sessionsProvider: OfProvider = {
  accountId: sql.ref("login_sessions.provider_account_id"),
  factor: sql.ref("login_sessions.provider_factor"),
};
const noProvider: OfProvider = { accountId: sql`null::bigint`, factor: sql`false` };

/**
 * The accounts that a person belongs to and that demand a second factor in a session: those that demand it of everyone, unless
 * their own provider asked for it, and those whose people must use the provider, of owners who came another way.
 */
const demanding = (user: RawBuilder<unknown>, { accountId, factor }: OfProvider = noProvider) => sql`
  select accounts.id, accounts.name from accounts
  where accounts.status <> 'closed' and (
    accounts.second_factor_required and not (accounts.id is not distinct from ${accountId} and ${factor}) and accounts.id in (
      select account_id from account_owners where account_owners.user_id = ${user}
      union all select account_id from project_members where project_members.user_id = ${user})
    or accounts.id is distinct from ${accountId} and accounts.id in (
      select account_owners.account_id from account_owners
      join users owner on owner.id = account_owners.user_id
      join own_providers on own_providers.account_id = account_owners.account_id and own_providers.required
      join own_provider_domains domain on domain.account_id = account_owners.account_id
        and domain.verified_at is not null and domain.domain = split_part(owner.email, '@', 2)
      where account_owners.user_id = ${user}))`;

/** Whether a person has to set up a second factor before anything else, as a condition of SQL. */
export const lacksFactor = (user: RawBuilder<unknown>, provider?: OfProvider): RawBuilder<boolean> => sql<boolean>`(
  exists (${demanding(user, provider)}) and not ${hasFactor(user)})`;

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

/** Whether the person of a login session has to: their organization's own provider may have asked for a second factor. */
export async function mustSetUpFactorIn(db: Executor, sessionId: Buffer): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select ${lacksFactor(sql.ref("login_sessions.user_id"), sessionsProvider)} as lacks
    from login_sessions where id = ${sessionId}`.execute(db);
  return rows[0]?.lacks ?? false;
}
