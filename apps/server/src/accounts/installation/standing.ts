import type { Context } from "../../context.ts";
import { notifyLiveHosts } from "../../platform/events/live-control.ts";
import { Refusal } from "../../platform/refusal.ts";
import { changeAccount, recordAccount } from "../change-account.ts";
import { createAccount } from "../service.ts";

interface NewAccount {
  name: string;
  ownerEmail: string;
  /** Null for no limit. */
  storageLimitBytes: number | null;
}

/** Creates an account of a person of the installation. @throws Refusal `invalid` at `owner_email` for a person who is unknown or blocked. */
export const createOwnedAccount = (context: Context, { name, ownerEmail, storageLimitBytes }: NewAccount) =>
  context.db.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom("users")
      .select("id")
      .where("email", "=", ownerEmail)
      .where("status", "!=", "blocked")
      .executeTakeFirst();
    const unknown = "Nobody who can sign in has this email. Invite them to a project first.";
    if (!owner) throw new Refusal("invalid", unknown, { fields: { owner_email: [unknown] } });
    const account = await createAccount(tx, { name, cell: context.config.cell, ownerId: owner.id });
    if (storageLimitBytes !== null)
      await tx
        .updateTable("accounts")
        .set({ storage_limit_bytes: storageLimitBytes })
        .where("id", "=", account.id)
        .execute();
    await recordAccount(context, tx, account, {
      action: "account.created",
      changes: { owner: ownerEmail, storage_limit_bytes: storageLimitBytes },
    });
    return account;
  });

/** Sets how many bytes an account may store, null for no limit; what is stored stays. @throws Refusal `not_found`. */
export const limitAccount = (context: Context, accountId: number, bytes: number | null): Promise<void> =>
  changeAccount(context, accountId, async (tx, account) => {
    if (account.storage_limit_bytes === bytes) return null;
    await tx.updateTable("accounts").set({ storage_limit_bytes: bytes }).where("id", "=", accountId).execute();
    return { action: "account.limited", changes: { storage_limit_bytes: [account.storage_limit_bytes, bytes] } };
  });

/**
 * Suspends an account: nothing of it plays, its encoders are disconnected, its API keys stop, and its people change nothing.
 * @throws Refusal `conflict` for an account that is not active, `not_found`.
 */
export const suspendAccount = (context: Context, accountId: number, reason: string): Promise<void> =>
  changeAccount(context, accountId, async (tx, account) => {
    if (account.status !== "active") throw new Refusal("conflict", `This account is ${account.status} already.`);
    const now = context.clock.now();
    await tx
      .updateTable("accounts")
      .set({ status: "suspended", suspended_reason: reason, suspended_at: now })
      .where("id", "=", accountId)
      .execute();
    await notifyLiveHosts(tx, { accountId });
    return { action: "account.suspended", changes: { reason } };
  });

/** Ends a suspension. @throws Refusal `conflict` for an account that is not suspended, `not_found`. */
export const reopenAccount = (context: Context, accountId: number): Promise<void> =>
  changeAccount(context, accountId, async (tx, account) => {
    if (account.status !== "suspended") throw new Refusal("conflict", "This account is not suspended.");
    await tx
      .updateTable("accounts")
      .set({ status: "active", suspended_reason: null, suspended_at: null })
      .where("id", "=", accountId)
      .execute();
    return { action: "account.reopened", changes: { reason: [account.suspended_reason, null] } };
  });
