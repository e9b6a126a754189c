import type { Tx } from "@kinora/db/connect.ts";
import { DEFAULT_ROLES } from "@kinora/domain/people/permissions.ts";

export interface NewAccount {
  name: string;
  /** The cell that will serve the account. */
  cell: string;
  ownerId: number;
}

/** Creates an account with one owner and the built-in roles. */
export async function createAccount(
  tx: Tx,
  { name, cell, ownerId }: NewAccount,
): Promise<{ id: number; name: string }> {
  const account = await tx
    .insertInto("accounts")
    .values({ name, cell })
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();
  await addOwner(tx, account.id, ownerId);
  await tx
    .insertInto("roles")
    .values(
      DEFAULT_ROLES.map((role) => ({
        account_id: account.id,
        title: role.title,
        description: role.description,
        system: true,
        permissions: [...role.permissions],
      })),
    )
    .execute();
  return account;
}

/** Makes a person an owner of an account; no change if they already are one. */
export async function addOwner(tx: Tx, accountId: number, userId: number): Promise<void> {
  await tx
    .insertInto("account_owners")
    .values({ account_id: accountId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
