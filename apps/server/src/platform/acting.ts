import type { Executor } from "@kinora/db/connect.ts";
import { scopePermissions } from "@kinora/domain/permissions.ts";
import type { Caller } from "./caller.ts";

/** Whoever asked for work that goes on after their request. */
export interface Asker {
  user_id: number | null;
  api_key_id: number | null;
}

/** Who asks, as a row keeps it. */
export function askerOf(caller: Caller): Asker {
  return {
    user_id: caller.kind === "user" ? caller.userId : null,
    api_key_id: caller.kind === "api_key" ? caller.keyId : null,
  };
}

/** The caller behind work that goes on, as they stand now: what they may do is asked anew. Anonymous when they are gone or blocked. */
export async function callerBehind(db: Executor, { user_id: userId, api_key_id: keyId }: Asker): Promise<Caller> {
  if (userId !== null) {
    const user = await db
      .selectFrom("users")
      .select(["id", "superuser"])
      .where("id", "=", userId)
      .where("status", "=", "active")
      .executeTakeFirst();
    return user
      ? { kind: "user", userId: user.id, superuser: user.superuser, sessionId: Buffer.alloc(0) }
      : { kind: "anonymous" };
  }
  if (keyId === null) return { kind: "anonymous" };
  const key = await db
    .selectFrom("api_keys")
    .select(["id", "project_id", "account_id", "scopes"])
    .where("id", "=", keyId)
    .where("disabled_at", "is", null)
    .where(({ eb, or, fn }) => or([eb("expires_at", "is", null), eb("expires_at", ">", fn<Date>("now"))]))
    .executeTakeFirst();
  if (!key) return { kind: "anonymous" };
  return {
    kind: "api_key",
    keyId: key.id,
    projectId: key.project_id,
    accountId: key.account_id,
    permissions: scopePermissions(key.scopes),
  };
}
