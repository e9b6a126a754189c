import type { Executor } from "@kinora/db/connect.ts";
import { seal, unseal } from "../../platform/secrets/sealed.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import type { ProviderClient } from "./provider-client.ts";

type Key = Pick<Secrets, "encryptionKey">;

/** An account's own provider, with its secret opened. */
export interface OwnProvider extends ProviderClient {
  accountId: number;
  account: string;
  projectId: number | null;
  roleId: number | null;
  required: boolean;
}

const purposeOf = (accountId: number): string => `client secret of account ${accountId}`;

/** Seals a client secret for its account. */
export const sealSecret = ({ encryptionKey }: Key, accountId: number, secret: string): Buffer =>
  seal(encryptionKey, purposeOf(accountId), secret);

/** The provider of an account; undefined for one without, or that is closed. */
export async function findProvider(
  db: Executor,
  { encryptionKey }: Key,
  accountId: number,
): Promise<OwnProvider | undefined> {
  const row = await db
    .selectFrom("own_providers")
    .innerJoin("accounts", "accounts.id", "own_providers.account_id")
    .selectAll("own_providers")
    .select("accounts.name as account")
    .where("own_providers.account_id", "=", accountId)
    .where("accounts.status", "!=", "closed")
    .executeTakeFirst();
  return (
    row && {
      accountId,
      account: row.account,
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret: unseal(encryptionKey, purposeOf(accountId), row.secret_sealed),
      projectId: row.project_id,
      roleId: row.role_id,
      required: row.required,
    }
  );
}

/** The account that has a mail domain and a provider; undefined when there is none. */
export async function accountOfDomain(db: Executor, domain: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("own_provider_domains")
    .innerJoin("own_providers", "own_providers.account_id", "own_provider_domains.account_id")
    .innerJoin("accounts", "accounts.id", "own_provider_domains.account_id")
    .select("own_provider_domains.account_id")
    .where("own_provider_domains.domain", "=", domain)
    .where("own_provider_domains.verified_at", "is not", null)
    .where("accounts.status", "!=", "closed")
    .executeTakeFirst();
  return row?.account_id;
}

/** Whether an organization here signs people in with a provider of its own. */
export async function hasOwnProviders(db: Executor): Promise<boolean> {
  const row = await db
    .selectFrom("own_provider_domains")
    .innerJoin("own_providers", "own_providers.account_id", "own_provider_domains.account_id")
    .select("own_provider_domains.domain")
    .where("own_provider_domains.verified_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The mail domains that an account has proved. */
export async function verifiedDomains(db: Executor, accountId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom("own_provider_domains")
    .select("domain")
    .where("account_id", "=", accountId)
    .where("verified_at", "is not", null)
    .execute();
  return new Set(rows.map(({ domain }) => domain));
}
