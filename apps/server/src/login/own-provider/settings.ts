import type { Executor, Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { lockAccount } from "../../platform/access/account.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { hasFactor } from "../../platform/access/second-factor.ts";
import { Refusal } from "../../platform/refusal.ts";
import { recordSignIn } from "./account-lines.ts";
import { redirectUri } from "./begin.ts";
import { listDomains } from "./domains.ts";
import { endOwnSessions } from "./people.ts";
import { isAllowedIssuer } from "./provider-client.ts";
import { findProvider, sealSecret, type OwnProvider } from "./provider-row.ts";
import { logoutUri } from "./serve-logout.ts";

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Empty: the one that is saved. */
  clientSecret: string;
  projectId: number;
  roleId: number;
  required: boolean;
}

/** An account's own provider without its secret, its domains, and whom a demand would concern. */
export async function readSignIn(context: Context, { accountId }: Grant, on: Executor = context.db) {
  const provider = await findProvider(on, context.secrets, accountId);
  const projects = await on
    .selectFrom("projects")
    .select(["id", "name"])
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .orderBy("name")
    .limit(1_000)
    .execute();
  const roles = await on
    .selectFrom("roles")
    .select(["id", "title as name"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return {
    provider: provider
      ? {
          issuer: provider.issuer,
          client_id: provider.clientId,
          project_id: provider.projectId,
          role_id: provider.roleId,
          required: provider.required,
        }
      : null,
    redirect_uri: redirectUri(context.config, accountId),
    logout_uri: logoutUri(context.config, accountId),
    domains: await listDomains(on, accountId),
    ...(await concerned(on, accountId)),
    projects,
    roles,
  };
}

/** Active people of the account's verified domains: those who would have to use the provider, and owners, who would not. */
async function concerned(on: Executor, accountId: number): Promise<{ people: number; owners: number }> {
  const { rows } = await sql<{ people: number; owners: number }>`
    select (count(*) filter (where not is_owner))::int as people, (count(*) filter (where is_owner))::int as owners
    from (
      select exists (select from account_owners where account_id = ${accountId} and user_id = users.id) as is_owner
      from users
      join own_provider_domains domain on domain.account_id = ${accountId} and domain.verified_at is not null
        and domain.domain = split_part(users.email, '@', 2)
      where users.status = 'active' and not users.superuser) person`.execute(on);
  return { people: rows[0]?.people ?? 0, owners: rows[0]?.owners ?? 0 };
}

/**
 * Sets an account's own provider; nothing is recorded when nothing is different. Another issuer or client takes a new secret, or
 * the saved one could be sent to a stranger.
 * @throws Refusal `invalid` at the field, `conflict` for a demand without a verified domain, or by an owner without a second factor.
 */
export async function saveSignIn(context: Context, grant: Grant, wanted: ProviderSettings) {
  const { accountId } = grant;
  if (!isAllowedIssuer(context.config, wanted.issuer))
    throw invalid("issuer", "The issuer's address must begin with https.");
  return context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const before = await findProvider(tx, context.secrets, accountId);
    await checkPlace(tx, accountId, wanted);
    const secret = wanted.clientSecret || savedSecret(before, wanted);
    if (wanted.required && !before?.required) await checkDemand(context, tx, accountId);
    const changes = changesOf(before, wanted);
    if (Object.keys(changes).length > 0) {
      const row = {
        issuer: wanted.issuer,
        client_id: wanted.clientId,
        secret_sealed: sealSecret(context.secrets, accountId, secret),
        project_id: wanted.projectId,
        role_id: wanted.roleId,
        required: wanted.required,
        updated_at: context.clock.now(),
      };
      await tx
        .insertInto("own_providers")
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column("account_id").doUpdateSet(row))
        .execute();
      const ended = wanted.required && !before?.required ? await endOwnSessions(tx, accountId) : 0;
      await recordSignIn(context, tx, account, {
        action: "account.sign_in_changed",
        changes: { ...changes, ...(ended > 0 ? { sessions_ended: ended } : {}) },
      });
    }
    return readSignIn(context, grant, tx);
  });
}

/** Ends an account's own provider with what it knew of people; nothing happens without one. */
export async function removeSignIn(context: Context, { accountId }: Grant): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const removed = await tx
      .deleteFrom("own_providers")
      .where("account_id", "=", accountId)
      .returning("issuer")
      .executeTakeFirst();
    if (!removed) return;
    await tx.deleteFrom("own_provider_people").where("account_id", "=", accountId).execute();
    const changes = { issuer: [removed.issuer, null] };
    await recordSignIn(context, tx, account, { action: "account.sign_in_removed", changes });
  });
}

const invalid = (field: string, message: string): Refusal =>
  new Refusal("invalid", message, { fields: { [field]: [message] } });

async function checkPlace(tx: Tx, accountId: number, { projectId, roleId }: ProviderSettings): Promise<void> {
  const project = await tx
    .selectFrom("projects")
    .select("id")
    .where("id", "=", projectId)
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!project) throw invalid("project_id", "Choose a project of this account.");
  const role = await tx
    .selectFrom("roles")
    .select("id")
    .where("id", "=", roleId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!role) throw invalid("role_id", "Choose a role of this account.");
}

function savedSecret(before: OwnProvider | undefined, { issuer, clientId }: ProviderSettings): string {
  if (!before) throw invalid("client_secret", "Client secret can not be empty.");
  if (before.issuer !== issuer || before.clientId !== clientId)
    throw invalid("client_secret", "Another issuer or client has another secret: enter it, too.");
  return before.clientSecret;
}

async function checkDemand({ caller }: Context, tx: Tx, accountId: number): Promise<void> {
  const verified = (await listDomains(tx, accountId)).some(({ verified_at: at }) => at !== null);
  if (!verified) throw new Refusal("conflict", "Prove a mail domain first: nobody would have to use the provider.");
  if (caller.kind !== "user" || caller.superuser) return;
  const { rows } = await sql<{ has: boolean }>`select ${hasFactor(sql`${caller.userId}::bigint`)} as has`.execute(tx);
  if (!rows[0]?.has)
    throw new Refusal(
      "conflict",
      "Set up a second factor of your own first, in your profile: it is your way in without the provider.",
    );
}

function changesOf(before: OwnProvider | undefined, wanted: ProviderSettings): Record<string, unknown> {
  const pairs = {
    issuer: [before?.issuer ?? null, wanted.issuer],
    client_id: [before?.clientId ?? null, wanted.clientId],
    project_id: [before?.projectId ?? null, wanted.projectId],
    role_id: [before?.roleId ?? null, wanted.roleId],
    required: [before?.required ?? false, wanted.required],
  };
  const changed = Object.entries(pairs).filter(([, [old, now]]) => old !== now);
  const isNewSecret = wanted.clientSecret !== "" && wanted.clientSecret !== before?.clientSecret;
  return { ...Object.fromEntries(changed), ...(isNewSecret ? { client_secret: "new" } : {}) };
}
