import type { Executor, Tx } from "@kinora/db/connect.ts";
import { beyond } from "@kinora/domain/api-keys/scopes.ts";
import { apiKeyState } from "@kinora/domain/api-keys/states.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../context.ts";
import { memberPermissionsIn, permissionsIn } from "../platform/access/held-permissions.ts";
import type { Grant } from "../platform/access/scope.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";

/** An account, or one project of it. */
type Place = Pick<Grant, "accountId" | "projectId">;

const KEYS_LISTED = 100;

interface MadeKey {
  id: number;
  project_id: number;
  name: string;
  prefix: string;
  scopes: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
  maker: string;
  /** What the holder that was asked about may do in the key's project. */
  permissions: string[];
}

/**
 * The keys that a person made and may no longer have with another role, or without one: their removal, block or new role
 * disables them unless they are handed over.
 * @param roleId the role they get; null when they leave.
 */
export async function listKeysLost({ db, clock }: Context, place: Place, userId: number, roleId: number | null) {
  const role =
    roleId === null
      ? undefined
      : await db
          .selectFrom("roles")
          .select("permissions")
          .where("id", "=", roleId)
          .where("account_id", "=", place.accountId)
          .executeTakeFirst();
  const keys = await readMade(db, place, userId, userId);
  return presentLost(
    keys.filter((key) => !mayHold(key, role?.permissions ?? [])),
    clock.now(),
  );
}

/** The keys of the account that an owner made and may no longer have once they are only the member they are beside it. */
export async function listKeysOfOwner({ db, clock }: Context, accountId: number, userId: number) {
  const place = { accountId, projectId: null };
  const made = await readMade(db, place, userId, userId, memberPermissionsIn("key", sql`${userId}::bigint`));
  return presentLost(
    made.filter((key) => !mayHold(key, key.permissions)),
    clock.now(),
  );
}

/** The keys made by people who have a role, in the projects where they do: a change of the role changes what these may do. */
export async function listKeysOfRole({ db, clock }: Context, accountId: number, roleId: number) {
  const { rows } = await sql<MadeKey>`
    select key.id, key.project_id, key.name, key.prefix, key.scopes, key.expires_at, key.last_used_at
    from api_keys key
    join project_members member on member.project_id = key.project_id and member.user_id = key.created_by
    where key.account_id = ${accountId} and member.role_id = ${roleId} and key.disabled_at is null
      and not exists (select from account_owners where account_id = ${accountId} and user_id = key.created_by)
    order by key.id limit ${KEYS_LISTED}`.execute(db);
  return presentLost(rows, clock.now()).map((key, at) => ({ ...key, scopes: rows[at]?.scopes ?? [] }));
}

const presentLost = (keys: readonly MadeKey[], now: Date) =>
  keys.map(({ id, project_id, name, prefix, expires_at, last_used_at }) => ({
    ...{ id, project_id, name, prefix, last_used_at },
    state: apiKeyState({ expires_at, disabled_at: null }, now),
  }));

/**
 * Settles the keys that a person made and may no longer have, in the transaction that took the permissions from them: they
 * are disabled, or become those of `keysTo`.
 * @throws Refusal `invalid` at `keys_to` for someone who may not have these keys, `forbidden` when the caller does not
 *   manage keys and wants to hand them over.
 */
export async function settleKeys(
  context: Context,
  tx: Tx,
  grant: Grant,
  { userId, keysTo }: { userId: number; keysTo: number | null },
): Promise<void> {
  const made = await readMade(tx, grant, userId, userId);
  const lost = made.filter((key) => !mayHold(key, key.permissions));
  if (lost.length === 0) return;
  if (keysTo !== null) return handOver(context, tx, grant, { userId, keysTo, lost });
  for (const { id, project_id: projectId, name } of lost) {
    await tx.updateTable("api_keys").set({ disabled_at: context.clock.now() }).where("id", "=", id).execute();
    const object = { type: "api_key", id, title: name };
    await record(context, tx, { accountId: grant.accountId, projectId }, { action: "api_key.disabled", object });
  }
}

interface HandOver {
  userId: number;
  keysTo: number;
  lost: readonly MadeKey[];
}

async function handOver(context: Context, tx: Tx, grant: Grant, { userId, keysTo, lost }: HandOver): Promise<void> {
  if (!grant.owner && !grant.permissions.has("api_manage"))
    throw new Refusal(
      "forbidden",
      "Your role lacks the “Manage API keys” permission, so these keys can only be disabled.",
    );
  const heir = await tx.selectFrom("users").select("email").where("id", "=", keysTo).executeTakeFirst();
  const held = new Map((await readMade(tx, grant, userId, keysTo)).map((key) => [key.id, key.permissions]));
  const refused = lost.find((key) => !mayHold(key, held.get(key.id) ?? []));
  if (!heir || keysTo === userId || refused) {
    const message = `Choose another person of the project who manages API keys and may do what the key ${refused?.name ?? ""} does.`;
    throw new Refusal("invalid", message, { fields: { keys_to: [message] } });
  }
  for (const { id, project_id: projectId, name, maker } of lost) {
    await tx.updateTable("api_keys").set({ created_by: keysTo }).where("id", "=", id).execute();
    const changes = { created_by: [maker, heir.email] };
    const object = { type: "api_key", id, title: name };
    await record(
      context,
      tx,
      { accountId: grant.accountId, projectId },
      { action: "api_key.updated", object, changes },
    );
  }
}

/** Whether someone with these permissions could create a key. */
function mayHold({ scopes }: MadeKey, permissions: readonly string[]): boolean {
  const held = new Set(permissions);
  return held.has("api_manage") && beyond(scopes, held).length === 0;
}

/** The keys that a person made and nobody disabled, with the permissions of a person in the project of each. */
async function readMade(
  on: Executor,
  { accountId, projectId }: Place,
  makerId: number,
  holderId: number,
  permissions: RawBuilder<unknown> = permissionsIn("key", sql`${holderId}::bigint`),
) {
  const { rows } = await sql<MadeKey>`
    select key.id, key.project_id, key.name, key.prefix, key.scopes, key.expires_at, key.last_used_at,
      (select email from users where id = ${makerId}) as maker,
      ${permissions} as permissions
    from api_keys key
    where key.account_id = ${accountId} and (${projectId}::bigint is null or key.project_id = ${projectId})
      and key.created_by = ${makerId} and key.disabled_at is null
    order by key.id`.execute(on);
  return rows;
}
