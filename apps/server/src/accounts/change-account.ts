import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import { missingAccount } from "../platform/access/account.ts";
import { actorOf } from "../platform/access/caller.ts";
import { audit } from "../platform/events/events.ts";

type Line = { action: string; changes: Record<string, unknown> };
type Account = Awaited<ReturnType<typeof lockAccount>>;

/** Changes an account in one transaction with its line in the audit log; `apply` answers null where nothing changed. */
export const changeAccount = (
  context: Context,
  accountId: number,
  apply: (tx: Tx, account: Account) => Promise<Line | null>,
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const line = await apply(tx, account);
    if (line) await recordAccount(context, tx, account, line);
  });

async function lockAccount(tx: Tx, accountId: number) {
  const account = await tx
    .selectFrom("accounts")
    .select(["id", "name", "status", "storage_limit_bytes", "suspended_reason", "suspended_at"])
    .where("id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw missingAccount();
  return account;
}

/** Writes a line about an account into the audit log. */
export const recordAccount = (context: Context, tx: Tx, account: { id: number; name: string }, line: Line) =>
  audit(tx, {
    accountId: account.id,
    projectId: null,
    actor: actorOf(context.caller),
    objectType: "account",
    objectId: account.id,
    objectTitle: account.name,
    ...line,
  });
