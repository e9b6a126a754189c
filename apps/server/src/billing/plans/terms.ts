import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { Currency } from "@kinora/domain/billing/money.ts";
import { dayAfter, dayIn, daysOf } from "@kinora/domain/billing/months.ts";
import type { PlanVersion, SpecialTerms } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { lockAccount } from "../../platform/access/account.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditBilling, personOf } from "../audit-billing.ts";
import { readMetering } from "./metering.ts";

/** What holds for an account from a day on. */
export interface Terms {
  id: number;
  /** First day, `YYYY-MM-DD`. */
  effective_from: string;
  plan_id: number | null;
  plan_version: number | null;
  /** Null: nothing is invoiced. */
  plan: PlanVersion | null;
  special: SpecialTerms;
  /** Who sends the invoices, with its name; null for that of the settings. */
  seller_id: number | null;
  seller: string | null;
  note: string;
  created_at: Date;
  author: string | null;
}

const TERMS_MAX = 200;

/** Every agreement of an account, the newest first. */
export async function listTerms(on: Executor, accountId: number): Promise<Terms[]> {
  const { rows } = await sql<Terms>`
    select t.id, t.effective_from::text, t.plan_id, t.plan_version, t.special, t.seller_id,
      (select settings->'seller'->>'name' from sellers where id = t.seller_id) as seller, t.note, t.created_at,
      case when v.plan_id is not null then jsonb_build_object('name', v.name, 'currency', v.currency, 'price', v.price,
        'meters', v.meters, 'limits', v.limits) end as plan,
      nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as author
    from account_terms t left join plan_versions v on v.plan_id = t.plan_id and v.version = t.plan_version
      left join users u on u.id = t.created_by
    where t.account_id = ${accountId} order by t.effective_from desc, t.id desc limit ${TERMS_MAX}`.execute(on);
  return rows;
}

/** The agreements that hold on days of a month, in order; each up to, without, `to`. */
export interface Agreement {
  from: string;
  to: string;
  terms: Terms;
}

/** @param terms newest first, as `listTerms` has them */
export function agreementsIn(terms: readonly Terms[], { from, to }: { from: string; to: string }): Agreement[] {
  const agreements: Agreement[] = [];
  let end = to;
  for (const each of terms) {
    // One that a newer agreement of the same day, or of an earlier one, has replaced.
    if (each.effective_from >= end) continue;
    const start = each.effective_from > from ? each.effective_from : from;
    agreements.unshift({ from: start, to: end, terms: each });
    end = start;
    if (start === from) break;
  }
  return agreements;
}

/** The terms that hold on a day; undefined without any. @param terms newest first */
export const termsOn = (terms: readonly Terms[], day: string): Terms | undefined =>
  terms.find(({ effective_from: from }) => from <= day);

export interface NewTerms {
  effectiveFrom: string;
  /** Null: nothing is invoiced from that day on. */
  planId: number | null;
  special: SpecialTerms;
  /** Who sends the invoices; null for that of the settings. */
  sellerId: number | null;
  note: string;
  timeZone: string;
}

const OTHER_CURRENCY = "Another currency begins on the first day of a month.";
const OTHER_SELLER = "Another seller begins on the first day of a month.";

/**
 * Agrees on a plan, in its newest version, with an account.
 * @throws Refusal `not_found`; `invalid` at `effective_from` for a day that an invoice covers, for a plan on a later day in its month,
 * and for another currency or seller than another plan of the month has; at `plan_id` for an archived plan, at `seller_id` for one that is not offered, at `time_zone` for another one after the first invoice.
 */
export const saveTerms = (context: Context, accountId: number, wanted: NewTerms): Promise<void> =>
  context.db.transaction().execute((tx) => agreeOnTerms(context, tx, accountId, wanted));

/** The same within a transaction. @throws Refusal as `saveTerms`. */
export async function agreeOnTerms(context: Context, tx: Tx, accountId: number, wanted: NewTerms): Promise<void> {
  const account = await lockAccount(tx, accountId);
  const { effectiveFrom, planId, special, sellerId, note, timeZone } = wanted;
  const invoiced = await invoicedTo(tx, accountId);
  if (invoiced !== null && effectiveFrom <= invoiced)
    refuse("effective_from", `Days up to ${invoiced} are invoiced. Choose a later one.`);
  if (planId !== null) requireOpenMonth(effectiveFrom, invoiced);
  await changeTimeZone(tx, { accountId, timeZone, invoiced });
  const plan = planId === null ? null : await readPlan(tx, planId);
  const before = await listTerms(tx, accountId);
  const held = termsOn(before, effectiveFrom);
  const currency = held?.plan?.currency;
  if (plan && currency !== undefined && plan.currency !== currency && !effectiveFrom.endsWith("-01"))
    refuse("effective_from", OTHER_CURRENCY);
  await requireSeller(tx, sellerId, held?.seller_id ?? null);
  if (plan && held?.plan && held.seller_id !== sellerId && !effectiveFrom.endsWith("-01"))
    refuse("effective_from", OTHER_SELLER);
  if (plan) requireOneInvoice(before, { effectiveFrom, currency: plan.currency, sellerId });
  await tx
    .insertInto("account_terms")
    .values({
      account_id: accountId,
      effective_from: effectiveFrom,
      plan_id: planId,
      plan_version: plan?.version ?? null,
      special: JSON.stringify(special),
      seller_id: sellerId,
      note,
      created_at: context.clock.now(),
      created_by: personOf(context),
    })
    .execute();
  await auditBilling(tx, context, {
    accountId,
    action: "account.terms_agreed",
    objectType: "account",
    objectId: accountId,
    objectTitle: account.name,
    changes: {
      effective_from: effectiveFrom,
      plan: plan?.name ?? null,
      version: plan?.version ?? null,
      special,
      seller_id: sellerId,
      note,
    },
  });
}

/** An invoice may end before its month does, where a plan ended: the days after it are on none. */
function requireOpenMonth(effectiveFrom: string, invoiced: string | null): void {
  const next = invoiced === null ? null : daysOf(invoiced.slice(0, 7)).to;
  if (next !== null && effectiveFrom < next)
    refuse("effective_from", `The month of this day is invoiced. Choose a day from ${next} on.`);
}

/**
 * A month has one invoice, in one currency and of one seller: those of new terms are those of every other plan that holds in the month of
 * their first day, and in that of their last one. @param before newest first.
 */
function requireOneInvoice(
  before: readonly Terms[],
  { effectiveFrom, currency, sellerId }: { effectiveFrom: string; currency: Currency; sellerId: number | null },
): void {
  const next = before.findLast(({ effective_from: from }) => from > effectiveFrom)?.effective_from;
  for (const day of next === undefined ? [effectiveFrom] : [effectiveFrom, dayAfter(next, -1)]) {
    const month = daysOf(day.slice(0, 7));
    const others = agreementsIn(before, month).filter(
      ({ from, to }) => from < effectiveFrom || (next !== undefined && to > next),
    );
    for (const { terms } of others) {
      if (!terms.plan) continue;
      if (terms.plan.currency !== currency) refuse("effective_from", OTHER_CURRENCY);
      if (terms.seller_id !== sellerId) refuse("effective_from", OTHER_SELLER);
    }
  }
}

/** An archived seller stays with whom it was agreed. */
async function requireSeller(on: Executor, sellerId: number | null, held: number | null): Promise<void> {
  if (sellerId === null || sellerId === held) return;
  const seller = await on
    .selectFrom("sellers")
    .select("id")
    .where("id", "=", sellerId)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (!seller) refuse("seller_id", "Choose a seller that is offered.");
}

function refuse(field: string, words: string): never {
  throw new Refusal("invalid", words, { fields: { [field]: [words] } });
}

/** The last day of an account that an invoice covers, or null. */
export async function invoicedTo(on: Executor, accountId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(period_to)::text as day from invoices
    where account_id = ${accountId} and kind = 'invoice' and credited_by is null`.execute(on);
  return rows[0]?.day ?? null;
}

interface ZoneChange {
  accountId: number;
  timeZone: string;
  invoiced: string | null;
}

/** Days of another zone are other days: they are counted again, which is possible while none is on an invoice. */
async function changeTimeZone(on: Executor, { accountId, timeZone, invoiced }: ZoneChange): Promise<void> {
  const known = await readMetering(on, accountId);
  if (known.timeZone === timeZone) return;
  if (invoiced !== null) refuse("time_zone", "The time zone stays as it is after the first invoice.");
  await sql`delete from usage_days where account_id = ${accountId}`.execute(on);
  await sql`
    update account_metering set time_zone = ${timeZone},
      counted_to = (select created_at::date from accounts where id = ${accountId})
    where account_id = ${accountId}`.execute(on);
}

async function readPlan(on: Executor, planId: number) {
  const plan = await on
    .selectFrom("plan_versions as v")
    .innerJoin("plans as p", "p.id", "v.plan_id")
    .select(["v.version", "v.name", "v.currency", "p.archived_at"])
    .where("v.plan_id", "=", planId)
    .orderBy("v.version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!plan || plan.archived_at !== null) refuse("plan_id", "Choose a plan that is offered.");
  return plan;
}

/** Terms that hold on the account's today; null without any. */
export async function currentTerms(on: Executor, accountId: number, now: Date): Promise<Terms | null> {
  const { timeZone } = await readMetering(on, accountId);
  const today = dayIn(timeZone, now);
  return termsOn(await listTerms(on, accountId), today) ?? null;
}
