import { sql } from "kysely";
import type { Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import type { LoginSession } from "./sessions.ts";

export interface AccountHost {
  /** The public URL of the API host that serves the account. */
  host: string;
  account_id: number | null;
}

/**
 * Which API host serves an account (spec §7, GET {login host}/host), or the first account a person has. People who
 * belong to none are served by this installation's own cell.
 * @throws Refusal `not_found` for an account that is missing, closed or none of theirs.
 */
export async function findHost(
  services: Services,
  session: LoginSession,
  accountId: string | undefined,
): Promise<AccountHost> {
  const { config } = services;
  const own: AccountHost = { host: hostOf(services, config.cell), account_id: null };
  const missing = new Refusal("not_found", "This account does not exist or you do not belong to it.");
  if (accountId !== undefined && !/^[1-9]\d{0,14}$/.test(accountId)) throw missing;
  const wanted = accountId === undefined ? null : Number(accountId);
  const visits = session.superuser && wanted !== null;
  const { rows } = await sql<{ id: number; cell: string }>`
    select accounts.id, accounts.cell from accounts
    where accounts.status <> 'closed'
      and (${wanted}::bigint is null or accounts.id = ${wanted})
      and (${visits}
        or exists (select from account_owners where account_id = accounts.id and user_id = ${session.userId})
        or exists (select from project_members
          where project_members.account_id = accounts.id and project_members.user_id = ${session.userId}))
    order by accounts.id limit 1`.execute(services.db);
  const account = rows[0];
  if (account) return { host: hostOf(services, account.cell), account_id: account.id };
  if (wanted !== null) throw missing;
  return own;
}

function hostOf({ config }: Services, cell: string): string {
  const host = config.cells[cell];
  if (!host) throw new Error(`The cell ${cell} is not named in KINORA_CELLS.`);
  return host;
}
