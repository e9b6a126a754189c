import type { Executor } from "@kinora/db/connect.ts";
import { proofName, proofValue, PROVIDER_DOMAINS_MAX } from "@kinora/domain/people/own-provider.ts";
import type { Context } from "../../context.ts";
import { lockAccount } from "../../platform/access/account.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { violatedIndex } from "../../platform/database/unique-violation.ts";
import { Refusal } from "../../platform/refusal.ts";
import { newSecret } from "../tokens.ts";
import { recordSignIn } from "./account-lines.ts";
import { endOwnSessions } from "./people.ts";

interface DomainRow {
  domain: string;
  token: string;
  verified_at: Date | null;
  verified_by: "dns" | "operator" | null;
  checked_at: Date | null;
  lost_at: Date | null;
}

const columns = ["domain", "token", "verified_at", "verified_by", "checked_at", "lost_at"] as const;

const shown = ({ domain, token, ...state }: DomainRow) => ({
  domain,
  ...state,
  record_name: proofName(domain),
  record_value: proofValue(token),
});

/** The mail domains an account claims, by name. */
export async function listDomains(on: Executor, accountId: number) {
  const rows = await on
    .selectFrom("own_provider_domains")
    .select(columns)
    .where("account_id", "=", accountId)
    .orderBy("domain")
    .execute();
  return rows.map(shown);
}

/**
 * Claims a mail domain, which counts once it is proved; one that is claimed already stays as it is.
 * @throws Refusal `conflict` for more than twenty.
 */
export function addDomain(context: Context, { accountId }: Grant, domain: string) {
  return context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const domains = await listDomains(tx, accountId);
    const known = domains.find((one) => one.domain === domain);
    if (known) return known;
    if (domains.length >= PROVIDER_DOMAINS_MAX)
      throw new Refusal("conflict", `An account can have up to ${PROVIDER_DOMAINS_MAX} mail domains.`);
    const row = await tx
      .insertInto("own_provider_domains")
      .values({ account_id: accountId, domain, token: newSecret() })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordSignIn(context, tx, account, { action: "account.sign_in_domain_added", changes: { domain } });
    return shown(row);
  });
}

/** Gives a domain up. @throws Refusal `not_found`. */
export async function removeDomain(context: Context, { accountId }: Grant, domain: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const { numDeletedRows } = await tx
      .deleteFrom("own_provider_domains")
      .where("account_id", "=", accountId)
      .where("domain", "=", domain)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notClaimed();
    await recordSignIn(context, tx, account, { action: "account.sign_in_domain_removed", changes: { domain } });
  });
}

/**
 * Looks for the record that proves a domain. A proved one stays so.
 * @throws Refusal `not_found` for a domain that is not claimed, `conflict` without the record or when another account has the
 *   domain, `unavailable` when name servers do not answer.
 */
export async function proveDomain(context: Context, { accountId }: Grant, domain: string): Promise<void> {
  const claim = await readClaim(context.db, accountId, domain);
  if (claim.verified_at) return;
  const name = proofName(domain);
  const found = await context.dns.texts(name).catch((error: unknown) => {
    context.log.info({ err: error, domain }, "the proof of a mail domain could not be looked up");
    throw new Refusal("unavailable", `The name servers of ${domain} do not answer. Try again later.`);
  });
  if (!found.some((text) => text.trim() === proofValue(claim.token)))
    throw new Refusal(
      "conflict",
      found.length === 0
        ? `There is no TXT record at ${name} yet. New records can take an hour to be seen everywhere.`
        : `The TXT record at ${name} holds something else. New values can take an hour to be seen everywhere.`,
    );
  await verify(context, { accountId, domain, by: "dns", changes: { domain } });
}

/** Verifies a claimed domain without its record, for superusers. @throws Refusal `not_found`, `conflict`. */
export async function verifyByHand(
  context: Context,
  { accountId, domain, reason }: { accountId: number; domain: string; reason: string },
): Promise<void> {
  const claim = await readClaim(context.db, accountId, domain);
  if (claim.verified_at) return;
  await verify(context, { accountId, domain, by: "operator", changes: { domain, reason } });
}

async function readClaim(db: Executor, accountId: number, domain: string): Promise<DomainRow> {
  const row = await db
    .selectFrom("own_provider_domains")
    .select(columns)
    .where("account_id", "=", accountId)
    .where("domain", "=", domain)
    .executeTakeFirst();
  if (!row) throw notClaimed();
  return row;
}

async function verify(
  context: Context,
  { accountId, domain, by, changes }: { accountId: number; domain: string; by: "dns" | "operator"; changes: object },
): Promise<void> {
  try {
    await context.db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, accountId);
      const { numUpdatedRows } = await tx
        .updateTable("own_provider_domains")
        .set({ verified_at: context.clock.now(), verified_by: by })
        .where("account_id", "=", accountId)
        .where("domain", "=", domain)
        .where("verified_at", "is", null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      const provider = await tx
        .selectFrom("own_providers")
        .select("required")
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      const ended = provider?.required ? await endOwnSessions(tx, accountId) : 0;
      const line = {
        action: "account.sign_in_domain_verified",
        changes: { ...changes, verified_by: by, ...(ended > 0 ? { sessions_ended: ended } : {}) },
      };
      await recordSignIn(context, tx, account, line);
    });
  } catch (error) {
    if (violatedIndex(error) !== "own_provider_domains_verified") throw error;
    throw new Refusal("conflict", `Another account has proved ${domain}. Ask the operator.`);
  }
}

const notClaimed = () => new Refusal("not_found", "The account has not claimed this domain.");
