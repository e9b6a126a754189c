import type { Permission } from "@kinora/domain/people/permissions.ts";
import { oc } from "@orpc/contract";

/**
 * The kind of row an operation's path begins with, as in `/streams/{id}` or `/projects/{project_id}/tags`. The server
 * finds the account and project behind that path parameter before the operation runs; a row that is missing and a row
 * of another tenant answer alike (404). Nothing in the body or the query takes part in it.
 */
export type Scope = "account" | "project" | "video" | "upload" | "category" | "tag" | "stream" | "player" | "playlist";

/** Who may call an operation. `permission` is held in the project that `of` belongs to; `owner` owns the account. */
export type Access =
  | { who: "anyone" }
  | { who: "signed_in" }
  | { who: "superuser" }
  | { who: "owner"; of: Scope }
  | { who: "member"; of: Scope }
  | { who: "permission"; permission: Permission; of: Scope; or?: Permission };

/**
 * When a person must have confirmed their identity within the last minutes, for an operation that does harm in other hands: `always`,
 * `second_factor` for a proof with more than the password, `keys` where the account asks for it before keys are shown.
 * API keys are exempt: they cannot be asked.
 */
export type Proof = "always" | "second_factor" | "keys";

export interface OperationMeta {
  access: Access;
  proof?: Proof;
  /** Bytes a request's body may have; a mebibyte unless said. */
  bodyBytes?: number;
  /** Whether it changes nothing but the caller's own session, although it is no GET: allowed while nothing can be changed. */
  reads?: boolean;
  /** Whether it is allowed in an account that is being closed, in which nothing else can be changed. */
  whileClosing?: boolean;
}

/** Starts an operation. Access has no default: an operation that forgot to say who may call it is refused at boot. */
export function operation(access: Access, also: Omit<OperationMeta, "access"> = {}) {
  return oc.$meta<Partial<OperationMeta>>({ access, ...also });
}

export const anyone: Access = { who: "anyone" };
export const signedIn: Access = { who: "signed_in" };
export const superuser: Access = { who: "superuser" };
export const owner = (of: Scope): Access => ({ who: "owner", of });
/** Everyone who belongs to the project or account, whatever their role. */
export const member = (of: Scope): Access => ({ who: "member", of });
export const holds = (permission: Permission, of: Scope, or?: Permission): Access =>
  or ? { who: "permission", permission, of, or } : { who: "permission", permission, of };
