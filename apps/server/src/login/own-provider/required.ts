import type { Executor } from "@kinora/db/connect.ts";
import { mailDomain, PROVIDER_REFUSALS } from "@kinora/domain/people/own-provider.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { LoginRequest } from "../request.ts";
import { verifiedDomains } from "./provider-row.ts";
import { logProviderSignIn } from "./refused.ts";

/**
 * Lets a person use a way in of their own: a password, a mailed link or a passkey. Owners of the account keep it, for the day on
 * which the provider does not answer; superusers belong to no organization.
 * @throws Refusal `forbidden` where the organization of the person's email demands its own provider.
 */
export async function requireOwnWay(request: LoginRequest, userId: number): Promise<void> {
  const demanding = await demandingAccount(request.db, userId);
  if (!demanding) return;
  const line = { accountId: demanding.id, email: demanding.email, refused: "required" as const, detail: "" };
  await logProviderSignIn(request, line);
  throw new Refusal("forbidden", PROVIDER_REFUSALS.required);
}

/**
 * Lets a person change to an address that their organization's provider signs in as well. With another one they would evade a demand
 * that begins with the domain of their email.
 * @throws Refusal `forbidden` where the organization demands its own provider and has not proved the domain of `email`.
 */
export async function requireKeptDomain(on: Executor, userId: number, email: string): Promise<void> {
  const demanding = await demandingAccount(on, userId);
  if (!demanding || (await verifiedDomains(on, demanding.id)).has(mailDomain(email))) return;
  throw new Refusal("forbidden", PROVIDER_REFUSALS.leaves_domain);
}

/**
 * Whether a person signs in with their organization's provider: because it demands that, or because they came from there and never
 * chose a password.
 */
export async function signsInWithProvider(on: Executor, userId: number): Promise<boolean> {
  if (await demandingAccount(on, userId)) return true;
  const linked = await on
    .selectFrom("own_provider_people as people")
    .innerJoin("own_providers", (join) =>
      join
        .onRef("own_providers.account_id", "=", "people.account_id")
        .onRef("own_providers.issuer", "=", "people.issuer"),
    )
    .select("people.subject")
    .where("people.user_id", "=", userId)
    .where((e) => e.not(e.exists(e.selectFrom("login_credentials").select("user_id").where("user_id", "=", userId))))
    .executeTakeFirst();
  return linked !== undefined;
}

/** The account whose own provider a person must sign in with, and their email; undefined for owners of it and superusers. */
async function demandingAccount(on: Executor, userId: number) {
  const user = await on
    .selectFrom("users")
    .select(["email", "superuser"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (user.superuser) return undefined;
  const account = await on
    .selectFrom("own_provider_domains")
    .innerJoin("own_providers", "own_providers.account_id", "own_provider_domains.account_id")
    .innerJoin("accounts", "accounts.id", "own_provider_domains.account_id")
    .select("accounts.id")
    .where("own_provider_domains.domain", "=", mailDomain(user.email))
    .where("own_provider_domains.verified_at", "is not", null)
    .where("own_providers.required", "=", true)
    .where("accounts.status", "!=", "closed")
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("account_owners")
            .select("account_owners.user_id")
            .whereRef("account_owners.account_id", "=", "accounts.id")
            .where("account_owners.user_id", "=", userId),
        ),
      ),
    )
    .executeTakeFirst();
  return account && { id: account.id, email: user.email };
}
