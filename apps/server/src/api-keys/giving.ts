import type { Tx } from "@kinora/db/connect.ts";
import { areWithin } from "@kinora/domain/api-keys/limits.ts";
import { beyond } from "@kinora/domain/api-keys/scopes.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import type { Context } from "../context.ts";
import { holdPermissions } from "../platform/access/held-permissions.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";
import type { KeySettings } from "./queries.ts";

/** Permissions that a refusal names. */
const NAMED = 3;

/**
 * Refuses to hand out a key that may do more than its giver: more permissions, and, of a giver that is a key itself, more
 * addresses or a later expiry.
 * @throws Refusal `forbidden`.
 */
export async function requireMayGive(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  key: Pick<KeySettings, "scopes" | "addresses" | "expires_at">,
): Promise<void> {
  const lacking = beyond(key.scopes, grant.permissions);
  if (lacking.length > 0) {
    const names = lacking.slice(0, NAMED).map((permission) => `“${permissionNames[permission]}”`);
    const more = lacking.length > NAMED ? ` and ${lacking.length - NAMED} more` : "";
    throw new Refusal("forbidden", `This key can do more than you. You lack ${names.join(", ")}${more}.`);
  }
  if (context.caller.kind === "api_key") await requireWithinKey(tx, context.caller.keyId, key);
}

async function requireWithinKey(
  tx: Tx,
  id: number,
  { addresses, expires_at: expires }: Pick<KeySettings, "addresses" | "expires_at">,
): Promise<void> {
  const own = await tx
    .selectFrom("api_keys")
    .select(["addresses", "expires_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!own) throw new Refusal("unauthenticated", "This API key is not valid.");
  if (!areWithin(addresses, own.addresses))
    throw new Refusal("forbidden", "Choose addresses that your own key works from.");
  if (own.expires_at !== null && (expires === null || expires > own.expires_at))
    throw new Refusal("forbidden", "Choose an expiry that is not later than that of your own key.");
}

/** The grant, with what the maker still holds of it; it stays so until the transaction ends. */
export async function stillHeld(tx: Tx, grant: ProjectGrant, maker: number | null): Promise<ProjectGrant> {
  if (maker === null) return grant;
  const held = await holdPermissions(tx, grant, maker);
  if (!held.has("api_manage"))
    throw new Refusal("forbidden", "Your access to this project was changed: you manage its API keys no longer.");
  return { ...grant, permissions: new Set([...grant.permissions].filter((permission) => held.has(permission))) };
}
