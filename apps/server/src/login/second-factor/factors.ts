import type { Executor, Tx } from "@kinora/db/connect.ts";
import { audit } from "../../platform/events/events.ts";
import type { LoginRequest } from "../request.ts";

/** Whether a person is asked for more than the password when they sign in. */
export async function hasSecondFactor(db: Executor, userId: number): Promise<boolean> {
  const totp = await db
    .selectFrom("login_totp")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return totp !== undefined;
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
