import type { Permission } from "@kinora/domain/people/permissions.ts";

/** The role that a session views a project as. */
export interface ViewAs {
  projectId: number;
  roleId: number;
  title: string;
  permissions: readonly Permission[];
}

/** A superuser whose session acts as another person, who is then the caller. */
export interface Acting {
  superuserId: number;
  reason: string;
  until: Date;
  /** Whether anything may be changed meanwhile. */
  writes: boolean;
}

/** Who a request comes from, once its cookie or key was checked. */
export type Caller =
  | { kind: "anonymous" }
  /** A command on the machine itself; no request has it. */
  | { kind: "operator" }
  | {
      kind: "user";
      userId: number;
      superuser: boolean;
      sessionId: Buffer;
      address?: string;
      viewAs?: ViewAs;
      acting?: Acting;
      /** When they last confirmed their identity, and when with a second factor. */
      provedAt?: Date | null;
      factorProvedAt?: Date | null;
    }
  | {
      kind: "api_key";
      keyId: number;
      projectId: number;
      accountId: number;
      permissions: readonly Permission[];
      address?: string;
    }
  | {
      /** Begins and continues uploads, and is known to no other route. */
      kind: "upload_token";
      tokenId: number;
      projectId: number;
      accountId: number;
      permissions: readonly Permission[];
      address?: string;
    };

/** A caller as events and the audit log store it; events leave out the address. */
export function actorOf(caller: Caller): Record<string, unknown> {
  if (caller.kind === "anonymous") return { kind: "system" };
  if (caller.kind === "operator") return { kind: "operator" };
  const address = caller.address === undefined ? {} : { address: caller.address };
  if (caller.kind === "api_key") return { kind: "api_key", api_key_id: caller.keyId, ...address };
  if (caller.kind === "upload_token") return { kind: "upload_token", upload_token_id: caller.tokenId, ...address };
  if (caller.acting)
    return { kind: "user", user_id: caller.acting.superuserId, as: "person", as_user_id: caller.userId, ...address };
  return { kind: "user", user_id: caller.userId, ...(caller.superuser ? { as: "superuser" } : {}), ...address };
}
