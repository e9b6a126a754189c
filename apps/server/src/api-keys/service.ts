import type { Tx } from "@kinora/db/connect.ts";
import { API_KEYS_MAX } from "@kinora/domain/api-keys/limits.ts";
import { beyond } from "@kinora/domain/api-keys/scopes.ts";
import { apiKeyState } from "@kinora/domain/api-keys/states.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import { makerOf } from "../platform/access/maker.ts";
import { presentPerson } from "../platform/access/person.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { requireVersion } from "../platform/database/version.ts";
import { audit } from "../platform/events/events.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { Refusal } from "../platform/refusal.ts";
import { newApiKeySecret } from "../platform/secrets/api-key-secret.ts";
import { requireMayGive, stillHeld } from "./giving.ts";
import { countKeysAlone, findKeys, lockKey, type KeyRow, type KeySettings, type LockedKey } from "./queries.ts";

const missingKey = () => new Refusal("not_found", "This API key does not exist or belongs to another project.");

/** The keys of a project, the newest first. */
export async function listApiKeys(context: Context, projectId: number) {
  const rows = await findKeys(context.db, projectId, context.clock.now());
  return rows.map((row) => present(context, row));
}

/** One key. @throws Refusal `not_found`. */
export async function readApiKey(context: Context, projectId: number, id: number) {
  const [row] = await findKeys(context.db, projectId, context.clock.now(), id);
  if (!row) throw missingKey();
  return present(context, row);
}

/**
 * Creates a key. Only its hash is stored: the secret is in this answer alone.
 * @throws Refusal `forbidden` when it may do more than the caller, `invalid` for an expiry in the past, `conflict` at
 * `API_KEYS_MAX` keys.
 */
export async function createApiKey(context: Context, grant: ProjectGrant, settings: KeySettings) {
  const { caller } = context;
  await requireFeature(context, grant.accountId, "api_keys");
  requireFuture(context, settings.expires_at);
  const { secret, prefix, hash } = newApiKeySecret();
  const id = await context.db.transaction().execute(async (tx) => {
    if ((await countKeysAlone(tx, grant.projectId)) >= API_KEYS_MAX)
      throw new Refusal("conflict", `A project can have up to ${API_KEYS_MAX} API keys. Delete one first.`);
    const maker = await makerOf(tx, caller);
    await requireMayGive(context, tx, await stillHeld(tx, grant, maker), settings);
    const row = await tx
      .insertInto("api_keys")
      .values({
        ...settings,
        project_id: grant.projectId,
        account_id: grant.accountId,
        prefix,
        key_hash: hash,
        created_by: maker,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { name, ...changes } = settings;
    await announce(context, tx, grant, { what: "created", id: row.id, name, changes });
    return row.id;
  });
  return { data: await readApiKey(context, grant.projectId, id), secret };
}

/**
 * Changes a key's name, scopes and limits; in effect at its next request. Saving what is stored does nothing.
 * @throws Refusal `not_found`, `forbidden` when it may then do more than the caller, `invalid` for a new expiry in the past,
 *   `conflict` for another version.
 */
export async function updateApiKey(
  context: Context,
  grant: ProjectGrant,
  id: number,
  settings: KeySettings,
  version?: number,
) {
  await changeKey(context, grant, id, async (tx, before) => {
    requireVersion(before, version, "API key");
    await requireMayGive(context, tx, grant, settings);
    const changes = differences(before, settings);
    if (Object.keys(changes).length === 0) return null;
    if ("expires_at" in changes) requireFuture(context, settings.expires_at);
    await tx
      .updateTable("api_keys")
      .set({ ...settings, ...adoption(context, before, settings.scopes) })
      .where("id", "=", id)
      .execute();
    return { what: "updated", name: settings.name, changes };
  });
  return readApiKey(context, grant.projectId, id);
}

/** Disables or enables a key; doing it twice does nothing. @throws Refusal `not_found`, `forbidden` to enable one that may do more than the caller. */
export async function setApiKeyDisabled(context: Context, grant: ProjectGrant, id: number, disabled: boolean) {
  await changeKey(context, grant, id, async (tx, before) => {
    if (!disabled) await requireMayGive(context, tx, grant, before);
    if ((before.disabled_at !== null) === disabled) return null;
    const disabledAt = disabled ? context.clock.now() : null;
    await tx
      .updateTable("api_keys")
      .set({ disabled_at: disabledAt, ...(disabled ? {} : adoption(context, before, before.scopes)) })
      .where("id", "=", id)
      .execute();
    return { what: disabled ? "disabled" : "enabled", name: before.name };
  });
  return readApiKey(context, grant.projectId, id);
}

/** Deletes a key with its secrets and counts. @throws Refusal `not_found`. */
export async function deleteApiKey(context: Context, grant: ProjectGrant, id: number): Promise<void> {
  await changeKey(context, grant, id, async (tx, before) => {
    await tx.deleteFrom("api_keys").where("id", "=", id).execute();
    return { what: "deleted", name: before.name, changes: { prefix: before.prefix } };
  });
}

interface KeyChange {
  /** The event: `created`, `updated`, … */
  what: string;
  name: string;
  changes?: Record<string, unknown>;
}

/** Runs a change of a key in a transaction in which it is locked; null: nothing changed. @throws Refusal `not_found`. */
export async function changeKey(
  context: Context,
  grant: ProjectGrant,
  id: number,
  change: (tx: Tx, before: LockedKey) => Promise<KeyChange | null>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockKey(tx, grant.projectId, id);
    if (!before) throw missingKey();
    const changed = await change(tx, before);
    if (changed) await announce(context, tx, grant, { ...changed, id });
  });
}

/** Tells the subscribers and the audit log of a change of a key. */
export async function announce(
  context: Context,
  tx: Tx,
  { accountId, projectId }: Pick<ProjectGrant, "accountId" | "projectId">,
  { what, id, name, changes = {} }: KeyChange & { id: number },
): Promise<void> {
  const actor = actorOf(context.caller);
  const type = `api_key.${what}`;
  await context.emit(tx, { type, accountId, projectId, payload: { api_key_id: id }, actor });
  const object = { objectType: "api_key", objectId: id, objectTitle: name };
  await audit(tx, { accountId, projectId, actor, action: type, ...object, changes });
}

/** A key that may do more than its maker becomes that of the person who enables it or chooses its scopes: it works again. */
function adoption({ caller }: Context, { held }: LockedKey, scopes: readonly string[]) {
  const lacking = held !== null && beyond(scopes, new Set(held)).length > 0;
  return lacking && caller.kind === "user" ? { created_by: caller.userId } : {};
}

function requireFuture({ clock }: Context, expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt > clock.now()) return;
  const message = "Choose a time in the future.";
  throw new Refusal("invalid", message, { fields: { expires_at: [message] } });
}

/** What a change makes different, each with its old and new value. */
function differences(before: LockedKey, settings: KeySettings): Record<string, unknown> {
  const names = ["name", "scopes", "addresses", "origins", "expires_at"] as const;
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(settings[name]))
      .map((name) => [name, [before[name], settings[name]]]),
  );
}

function present(context: Context, { creator, held, disabled_at: disabledAt, ...row }: KeyRow) {
  return {
    ...row,
    lacks: held === null ? [] : beyond(row.scopes, new Set(held)),
    state: apiKeyState({ expires_at: row.expires_at, disabled_at: disabledAt }, context.clock.now()),
    created_by: creator === null ? null : presentPerson(context, creator),
  };
}
