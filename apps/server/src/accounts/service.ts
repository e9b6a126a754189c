import type { Tx } from "@kinora/db/connect.ts";
import { DEFAULT_ROLES } from "@kinora/domain/permissions.ts";

export interface NewAccount {
  name: string;
  /** The cell that will serve the account. */
  cell: string;
  ownerId: number;
}

/** Creates an account with one owner and the roles every account begins with. */
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

/** Makes a person an owner of an account; nothing changes for someone who is one. */
export async function addOwner(tx: Tx, accountId: number, userId: number): Promise<void> {
  await tx
    .insertInto("account_owners")
    .values({ account_id: accountId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
