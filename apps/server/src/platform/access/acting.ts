import type { Executor } from "@kinora/db/connect.ts";
import { permittedScopes } from "@kinora/domain/api-keys/scopes.ts";
import type { Caller } from "./caller.ts";
import { makersPermissions } from "./held-permissions.ts";

/** Who requested a job that outlives the request, as the job's row stores it. */
export interface JobOwner {
  user_id: number | null;
  api_key_id: number | null;
}

/** The owner to store with a job. */
export function jobOwner(caller: Caller): JobOwner {
  return {
    user_id: caller.kind === "user" ? caller.userId : null,
    api_key_id: caller.kind === "api_key" ? caller.keyId : null,
  };
}

/** Restores the caller of a job with their current permissions. Anonymous when the person or key was removed or disabled. */
export async function restoreCaller(db: Executor, { user_id: userId, api_key_id: keyId }: JobOwner): Promise<Caller> {
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
    .select(["id", "project_id", "account_id", "scopes", makersPermissions("api_keys").as("held")])
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
    permissions: permittedScopes(key.scopes, key.held),
  };
}
