import type { Tx } from "@kinora/db/connect.ts";
import { DEFAULT_ROLES } from "@kinora/domain/permissions.ts";

export interface NewAccount {
  name: string;
  /** The cell that will serve the account. */
  cell: string;
  ownerId: number;
}

/** Creates an account with one owner and the roles every account begins with. */
export async function createAccount(tx: Tx, { name, cell, ownerId }: NewAccount): Promise<{ id: number; name: string }> {
  const account = await tx.insertInto("accounts").values({ name, cell }).returning(["id", "name"]).executeTakeFirstOrThrow();
  await tx.insertInto("account_owners").values({ account_id: account.id, user_id: ownerId }).execute();
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
