import { CLOSED_DAYS } from "@kinora/domain/accounts/closing.ts";
import type { Context } from "../../context.ts";
import { notifyLiveHosts } from "../../platform/events/live-control.ts";
import { Refusal } from "../../platform/refusal.ts";
import { changeAccount } from "../change-account.ts";
import { mailOwners } from "./mails.ts";

const DAY_MS = 86_400_000;

/** Owners type the account's name, superusers give a reason. */
type Closing = { typedName: string } | { reason: string };

/**
 * Closes an account: it stops as when suspended, its owners are mailed, and it is purged in 30 days unless it is kept.
 * @throws Refusal `conflict` for one that is closed, `invalid` at `name` when the typed name is another one, `not_found`.
 */
export const closeAccount = (context: Context, accountId: number, closing: Closing): Promise<void> =>
  changeAccount(context, accountId, async (tx, account) => {
    if (account.status === "closing" || account.status === "closed")
      throw new Refusal("conflict", "This account is closed already.");
    if ("typedName" in closing && closing.typedName !== account.name) {
      const message = `Type ${account.name} to close this account.`;
      throw new Refusal("invalid", message, { fields: { name: [message] } });
    }
    const now = context.clock.now();
    const purgeAt = new Date(now.getTime() + CLOSED_DAYS * DAY_MS);
    const reason = "reason" in closing ? closing.reason : "";
    await tx.updateTable("accounts").set({ status: "closing" }).where("id", "=", accountId).execute();
    await notifyLiveHosts(tx, { accountId });
    const { caller } = context;
    await tx
      .insertInto("account_closures")
      .values({
        account_id: accountId,
        closed_at: now,
        closed_by: caller.kind === "user" ? caller.userId : null,
        reason,
        purge_at: purgeAt,
      })
      .execute();
    await context.jobs.send(tx, mailOwners, { accountId, what: "closed" });
    return {
      action: "account.closed",
      changes: { purge_at: purgeAt.toISOString(), ...(reason === "" ? {} : { reason }) },
    };
  });

/**
 * Keeps an account that was closed; one that was suspended before is suspended again.
 * @throws Refusal `conflict` for one that is not closed or is being purged, `not_found`.
 */
export const keepAccount = (context: Context, accountId: number): Promise<void> =>
  changeAccount(context, accountId, async (tx, account) => {
    if (account.status === "closed") throw new Refusal("conflict", "This account is deleted.");
    if (account.status !== "closing") throw new Refusal("conflict", "This account is not closed.");
    const status = account.suspended_at === null ? "active" : "suspended";
    await tx.updateTable("accounts").set({ status }).where("id", "=", accountId).execute();
    await tx.deleteFrom("account_closures").where("account_id", "=", accountId).execute();
    await context.jobs.send(tx, mailOwners, { accountId, what: "kept" });
    return { action: "account.kept", changes: { status: ["closing", status] } };
  });
