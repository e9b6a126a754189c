import { isAddressAllowed } from "@kinora/domain/api-keys/limits.ts";
import { permittedScopes } from "@kinora/domain/api-keys/scopes.ts";
import { apiKeyState } from "@kinora/domain/api-keys/states.ts";
import { switchedOffSentence } from "@kinora/domain/operations/features.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { requireActiveAccount } from "../platform/access/active-account.ts";
import type { Caller } from "../platform/access/caller.ts";
import { makersPermissions } from "../platform/access/held-permissions.ts";
import { Refusal } from "../platform/refusal.ts";
import { apiKeyHash } from "../platform/secrets/api-key-secret.ts";

interface KeyRow {
  id: number;
  project_id: number;
  account_id: number;
  account_status: string;
  scopes: string[];
  /** What its maker may do. */
  held: string[] | null;
  addresses: string[];
  origins: string[];
  expires_at: Date | null;
  disabled_at: Date | null;
  /** Whether the account may use keys; null: as in the installation. */
  allowed: boolean | null;
  /** When the secret stops to work; null for the current one. */
  ends_at: Date | null;
}

/** Where a request with a key comes from. */
interface Sender {
  address: string;
  /** The page whose script sent it; undefined without a browser. */
  origin: string | undefined;
}

/**
 * The caller that a key's secret stands for. The key is read at each request, so a change of it is in effect at the next one.
 * @throws Refusal `unauthenticated` for a key that is unknown, disabled, expired or replaced, `forbidden` for an address
 * or a page it may not be used from, in an account that is suspended or being closed, and while keys are switched off for it.
 */
export async function findKeyCaller(services: Services, secret: string, sender: Sender): Promise<Caller> {
  const key = await findKey(services, secret);
  if (!key) throw new Refusal("unauthenticated", "This API key is not valid.");
  requireValid(key, services.clock.now());
  requireActiveAccount(key.account_status, "API keys");
  if (!(key.allowed ?? (await services.installation.settings()).features.api_keys))
    throw new Refusal("forbidden", switchedOffSentence("api_keys"));
  if (!isAddressAllowed(key.addresses, sender.address))
    throw new Refusal("forbidden", `This API key can't be used from the address ${sender.address}.`);
  if (!isOriginAllowed(services, key.origins, sender.origin))
    throw new Refusal("forbidden", `This API key can't be used on pages of ${sender.origin?.slice(0, 200)}.`);
  return {
    kind: "api_key",
    keyId: key.id,
    projectId: key.project_id,
    accountId: key.account_id,
    permissions: permittedScopes(key.scopes, key.held),
    address: sender.address,
  };
}

async function findKey({ db }: Services, secret: string): Promise<KeyRow | undefined> {
  const hash = apiKeyHash(secret);
  const { rows } = await sql<KeyRow>`
    select key.id, key.project_id, key.account_id, accounts.status as account_status, key.scopes, key.addresses, key.origins, key.expires_at,
      key.disabled_at, found.ends_at, ${makersPermissions("key")} as held, (
        select allowed from account_features
        where account_features.account_id = key.account_id and feature = 'api_keys'
      ) as allowed
    from (
      select id, null::timestamptz as ends_at from api_keys where key_hash = ${hash}
      union all
      select api_key_id, ends_at from api_key_old_secrets where key_hash = ${hash}
    ) found
    join api_keys key on key.id = found.id
    join projects on projects.id = key.project_id and projects.deleted_at is null
    join accounts on accounts.id = key.account_id and accounts.status <> 'closed'`.execute(db);
  return rows[0];
}

function requireValid(key: KeyRow, now: Date): void {
  if (key.ends_at !== null && key.ends_at <= now)
    throw new Refusal("unauthenticated", "This API key was rotated. Use its new secret.");
  const state = apiKeyState(key, now);
  if (state === "disabled") throw new Refusal("unauthenticated", "This API key is disabled.");
  if (state === "expired")
    throw new Refusal("unauthenticated", `This API key expired on ${key.expires_at?.toISOString().slice(0, 10)}.`);
}

/** Scripts of the console and of the API's own documentation may use every key; other pages those that name them. */
function isOriginAllowed({ config }: Services, origins: readonly string[], origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const own = [config.urls.console, config.urls.api].map((address) => new URL(address).origin);
  return own.includes(origin) || origins.includes(origin);
}
