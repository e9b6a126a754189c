import type { Permission } from "@kinora/domain/permissions.ts";

/** Who a request comes from, once its cookie or key was checked. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "user"; userId: number; superuser: boolean; sessionId: Buffer }
  | { kind: "api_key"; keyId: number; projectId: number; accountId: number; permissions: readonly Permission[] };

/** How a caller stands in events and in the audit log. */
export function actorOf(caller: Caller): Record<string, unknown> {
  if (caller.kind === "user") return { kind: "user", user_id: caller.userId };
  if (caller.kind === "api_key") return { kind: "api_key", api_key_id: caller.keyId };
  return { kind: "system" };
}
