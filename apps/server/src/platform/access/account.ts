import type { Tx } from "@kinora/db/connect.ts";
import { Refusal } from "../refusal.ts";

/** The refusal for an account that does not exist. */
export const missingAccount = () => new Refusal("not_found", "There is no such account.");

/** An account, locked until the transaction ends. @throws Refusal `not_found`. */
export async function lockAccount(tx: Tx, accountId: number): Promise<{ id: number; name: string }> {
  const account = await tx
    .selectFrom("accounts")
    .select(["id", "name"])
    .where("id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw missingAccount();
  return account;
}
