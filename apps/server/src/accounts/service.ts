import type { Tx } from "@kinora/db/connect.ts";
import { DEFAULT_ROLES } from "@kinora/domain/people/permissions.ts";
import { sql } from "kysely";

export interface NewAccount {
  name: string;
  /** The cell that will serve the account. */
  cell: string;
  ownerId: number;
}

/** Creates an account with one owner and the built-in roles as superusers left them. */
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
  await addBuiltInRoles(tx, account.id);
  return account;
}

async function addBuiltInRoles(tx: Tx, accountId: number): Promise<void> {
  // Who changes a template waits for accounts that begin with what it was, and then finds their roles.
  await sql`lock table role_templates in share mode`.execute(tx);
  const changed = await tx.selectFrom("role_templates").select(["template", "permissions"]).execute();
  await tx
    .insertInto("roles")
    .values(
      DEFAULT_ROLES.map(({ template, title, description, permissions }) => ({
        account_id: accountId,
        template,
        title,
        description,
        permissions: [...(changed.find((each) => each.template === template)?.permissions ?? permissions)],
      })),
    )
    .execute();
}

/** Makes a person an owner of an account; no change if they already are one. */
export async function addOwner(tx: Tx, accountId: number, userId: number): Promise<void> {
  await tx
    .insertInto("account_owners")
    .values({ account_id: accountId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
