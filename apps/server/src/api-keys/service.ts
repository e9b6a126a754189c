import type { Tx } from "@kinora/db/connect.ts";
import { API_KEYS_MAX } from "@kinora/domain/api-keys/limits.ts";
import { beyond } from "@kinora/domain/api-keys/scopes.ts";
import { apiKeyState } from "@kinora/domain/api-keys/states.ts";
import type { Context } from "../context.ts";
import { makerOf } from "../platform/access/maker.ts";
import { presentPerson } from "../platform/access/person.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { change, remove } from "../platform/nouns/change.ts";
import { create } from "../platform/nouns/create.ts";
import { missing, type Noun } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { newApiKeySecret } from "../platform/secrets/api-key-secret.ts";
import { requireMayGive, stillHeld } from "./giving.ts";
import { findKeys, heldByMaker, type KeyRow, type KeySettings } from "./queries.ts";

export const API_KEY: Noun<"api_keys"> = {
  table: "api_keys",
  name: "api_key",
  label: "API key",
  title: ({ name }) => name,
  most: API_KEYS_MAX,
};

/** The keys of a project, the newest first. */
export async function listApiKeys(context: Context, projectId: number) {
  const rows = await findKeys(context.db, projectId, context.clock.now());
  return rows.map((row) => present(context, row));
}

/** One key. @throws Refusal `not_found`. */
export async function readApiKey(context: Context, projectId: number, id: number) {
  const [row] = await findKeys(context.db, projectId, context.clock.now(), id);
  if (!row) throw missing(API_KEY);
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
    const maker = await makerOf(tx, caller);
    await requireMayGive(context, tx, await stillHeld(tx, grant, maker), settings);
    const { name: _name, ...changes } = settings;
    const values = { ...settings, prefix, key_hash: hash, created_by: maker };
    const row = await create(context, tx, API_KEY, grant, values, changes);
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
  await change(context, API_KEY, grant, { id, version }, async (before, tx) => {
    await requireMayGive(context, tx, grant, settings);
    const changes = changesBetween(before, settings);
    if (Object.keys(changes).length === 0) return null;
    if ("expires_at" in changes) requireFuture(context, settings.expires_at);
    return { set: { ...settings, ...(await adoption(context, tx, before, settings.scopes)) }, changes };
  });
  return readApiKey(context, grant.projectId, id);
}

/** Disables or enables a key; doing it twice does nothing. @throws Refusal `not_found`, `forbidden` to enable one that may do more than the caller. */
export async function setApiKeyDisabled(context: Context, grant: ProjectGrant, id: number, disabled: boolean) {
  await change(context, API_KEY, grant, { id }, async (before, tx) => {
    if (!disabled) await requireMayGive(context, tx, grant, before);
    if ((before.disabled_at !== null) === disabled) return null;
    return disabled
      ? { set: { disabled_at: context.clock.now() }, action: "disabled", changes: {} }
      : {
          set: { disabled_at: null, ...(await adoption(context, tx, before, before.scopes)) },
          action: "enabled",
          changes: {},
        };
  });
  return readApiKey(context, grant.projectId, id);
}

/** Deletes a key with its secrets and counts. @throws Refusal `not_found`. */
export const deleteApiKey = (context: Context, grant: ProjectGrant, id: number): Promise<void> =>
  remove(context, API_KEY, grant, { id }, ({ prefix }) => ({ prefix }));

/** A key that may do more than its maker becomes that of the person who enables it or chooses its scopes: it works again. */
async function adoption({ caller }: Context, tx: Tx, { id }: { id: number }, scopes: readonly string[]) {
  const held = await heldByMaker(tx, id);
  const lacking = held !== null && beyond(scopes, new Set(held)).length > 0;
  return lacking && caller.kind === "user" ? { created_by: caller.userId } : {};
}

function requireFuture({ clock }: Context, expiresAt: Date | null): void {
  if (expiresAt === null || expiresAt > clock.now()) return;
  const message = "Choose a time in the future.";
  throw new Refusal("invalid", message, { fields: { expires_at: [message] } });
}

function present(context: Context, { created_by, held, disabled_at: disabledAt, ...row }: KeyRow) {
  return {
    ...row,
    lacks: held === null ? [] : beyond(row.scopes, new Set(held)),
    state: apiKeyState({ expires_at: row.expires_at, disabled_at: disabledAt }, context.clock.now()),
    created_by: created_by && presentPerson(context, created_by),
  };
}
