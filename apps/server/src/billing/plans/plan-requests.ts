import type { planRequest } from "@kinora/contract/billing/plans.ts";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import { dayIn } from "@kinora/domain/billing/months.ts";
import { NO_SPECIAL_TERMS, type PlanRequestState, type PlanVersion } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { lockAccount } from "../../platform/access/account.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { countMail } from "../../platform/mail/mail-limits.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditBilling, personOf } from "../audit-billing.ts";
import { mailPlanRequest } from "./mail-plan-request.ts";
import { readMetering } from "./metering.ts";
import { agreeOnTerms, listTerms, termsOn } from "./terms.ts";

/** Plans that owners see at most. */
const REQUESTABLE_MAX = 50;

type PlanRequest = RowOf<typeof planRequest>;

/** What the owners of an account requested last; null when nothing was. */
export async function lastPlanRequest(on: Executor, accountId: number): Promise<PlanRequest | null> {
  const { rows } = await sql<PlanRequest>`
    select r.plan_id, v.name as plan, r.note, r.state, r.answer, r.requested_at, r.decided_at,
      nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as requested_by
    from plan_requests r
      join lateral (select name from plan_versions where plan_id = r.plan_id order by version desc limit 1) v on true
      left join users u on u.id = r.requested_by
    where r.account_id = ${accountId} order by r.id desc limit 1`.execute(on);
  return rows[0] ?? null;
}

/** The open request of an account; null without one. */
export async function openPlanRequest(on: Executor, accountId: number): Promise<PlanRequest | null> {
  const last = await lastPlanRequest(on, accountId);
  return last?.state === "open" ? last : null;
}

/** The plans that owners can request, in their newest versions, the cheapest first. */
export async function requestablePlans(on: Executor): Promise<(PlanVersion & { id: number })[]> {
  const { rows } = await sql<PlanVersion & { id: number }>`
    select p.id, v.name, v.currency, v.price, v.meters, v.limits
    from plans p join lateral (select * from plan_versions where plan_id = p.id order by version desc limit 1) v on true
    where p.requestable and p.archived_at is null order by v.price, p.id limit ${REQUESTABLE_MAX}`.execute(on);
  return rows;
}

/**
 * Requests a plan, in place of an open request. The same request twice is one.
 * @throws Refusal `invalid` at `plan_id` for a plan that owners cannot request, `rate_limited` after many
 *   mails today.
 */
export const requestPlan = (
  context: Context,
  accountId: number,
  { planId, note }: { planId: number; note: string },
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const { name: title } = await lockAccount(tx, accountId);
    const plan = (await requestablePlans(tx)).find(({ id }) => id === planId);
    const unknown = "Choose a plan that can be requested.";
    if (!plan) throw new Refusal("invalid", unknown, { fields: { plan_id: [unknown] } });
    const open = await openPlanRequest(tx, accountId);
    if (open && open.plan_id === planId && open.note === note) return;
    await endOpen(context, tx, accountId, { state: "withdrawn" });
    await countMail(tx, "plan_request", { accountId }, context.clock.now());
    const { id } = await tx
      .insertInto("plan_requests")
      .values({
        account_id: accountId,
        plan_id: planId,
        note,
        requested_at: context.clock.now(),
        requested_by: personOf(context),
        decided_by: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await context.jobs.send(tx, mailPlanRequest, { requestId: id });
    await auditRequest(context, tx, {
      accountId,
      title,
      action: "account.plan_requested",
      changes: { plan: plan.name, note },
    });
  });

/** Withdraws the open request of an account; without one nothing changes. */
export const withdrawPlanRequest = (context: Context, accountId: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const { name: title } = await lockAccount(tx, accountId);
    const open = await openPlanRequest(tx, accountId);
    if (!open) return;
    await endOpen(context, tx, accountId, { state: "withdrawn" });
    const changes = { plan: open.plan };
    await auditRequest(context, tx, { accountId, title, action: "account.plan_request_withdrawn", changes });
  });

interface Decision {
  accepted: boolean;
  /** First day of the plan, `YYYY-MM-DD`; today without it. */
  effectiveFrom: string | undefined;
  answer: string;
}

/**
 * Accepts or declines the open request of an account. An accepted plan holds from a day on, without special terms.
 * @throws Refusal `not_found`, `conflict` without an open request, and what `saveTerms` throws.
 */
export const decidePlanRequest = (context: Context, accountId: number, decision: Decision): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const { name: title } = await lockAccount(tx, accountId);
    const open = await openPlanRequest(tx, accountId);
    if (!open) throw new Refusal("conflict", "This account has no open request.");
    const { accepted, answer } = decision;
    if (accepted) {
      const { timeZone } = await readMetering(tx, accountId);
      const effectiveFrom = decision.effectiveFrom ?? dayIn(timeZone, context.clock.now());
      const held = termsOn(await listTerms(tx, accountId), effectiveFrom);
      await agreeOnTerms(context, tx, accountId, {
        effectiveFrom,
        planId: open.plan_id,
        special: NO_SPECIAL_TERMS,
        sellerId: held?.seller_id ?? null,
        note: "",
        timeZone,
      });
    }
    const id = await endOpen(context, tx, accountId, { state: accepted ? "accepted" : "declined", answer });
    if (id !== null) await context.jobs.send(tx, mailPlanRequest, { requestId: id });
    const action = accepted ? "account.plan_request_accepted" : "account.plan_request_declined";
    await auditRequest(context, tx, { accountId, title, action, changes: { plan: open.plan, answer } });
  });

async function endOpen(
  context: Context,
  tx: Tx,
  accountId: number,
  end: { state: PlanRequestState; answer?: string },
): Promise<number | null> {
  const ended = await tx
    .updateTable("plan_requests")
    .set({ ...end, decided_at: context.clock.now(), decided_by: personOf(context) })
    .where("account_id", "=", accountId)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst();
  return ended?.id ?? null;
}

const auditRequest = (
  context: Context,
  tx: Tx,
  entry: { accountId: number; title: string; action: string; changes: Record<string, unknown> },
) =>
  auditBilling(tx, context, {
    accountId: entry.accountId,
    action: entry.action,
    objectType: "account",
    objectId: entry.accountId,
    objectTitle: entry.title,
    changes: entry.changes,
  });
