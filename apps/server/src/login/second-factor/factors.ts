import type { Executor, Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { demandingAccount, hasFactor } from "../../platform/access/second-factor.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { LoginRequest } from "../request.ts";
import { forgetTrustedBrowsers } from "./trusted-browsers.ts";

/** Whether a person is asked for more than the password when they sign in. */
export async function hasSecondFactor(db: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasFactor(sql`${userId}::bigint`)} as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** What the person can be asked for beside the password; null when that is nothing. */
export async function factorsOf(db: Executor, userId: number): Promise<{ app: boolean; passkey: boolean } | null> {
  const { rows } = await sql<{ app: boolean; passkey: boolean }>`
    select exists (select from login_totp where user_id = ${userId} and confirmed_at is not null) as app,
      exists (select from login_passkeys where user_id = ${userId}) as passkey`.execute(db);
  const [found] = rows;
  return found && (found.app || found.passkey) ? found : null;
}

/**
 * What goes with the last factor: recovery codes and trusted browsers. Nothing happens while another factor is left.
 * @throws Refusal `conflict` when an account demands a factor and none is left.
 */
export async function endWithLastFactor(tx: Tx, userId: number): Promise<void> {
  if (await hasSecondFactor(tx, userId)) return;
  const account = await demandingAccount(tx, userId);
  if (account !== null) throw new Refusal("conflict", `${account} requires a second factor. Set up another one first.`);
  await removeFactors(tx, userId);
}

/** Removes every factor of a person with their recovery codes and trusted browsers. */
export async function removeFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of ["login_totp", "login_passkeys", "login_recovery_codes"] as const)
    await tx.deleteFrom(table).where("user_id", "=", userId).execute();
  await forgetTrustedBrowsers(tx, userId);
}

/** A line of the audit log about how a person signs in; it never has a secret or a code. */
export async function auditOwn(
  request: Pick<LoginRequest, "ip">,
  tx: Tx,
  { user, action, changes }: { user: { id: number; email: string }; action: string; changes?: Record<string, unknown> },
): Promise<void> {
  await audit(tx, {
    accountId: null,
    projectId: null,
    actor: { kind: "user", user_id: user.id, address: request.ip },
    action,
    objectType: "user",
    objectId: user.id,
    objectTitle: user.email,
    ...(changes ? { changes } : {}),
  });
}
