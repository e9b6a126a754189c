import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { PlanVersion } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import type { Context, Services } from "../../context.ts";
import { requireVersion } from "../../platform/database/version.ts";
import { changesBetween } from "../../platform/events/changes.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditBilling, personOf } from "../audit-billing.ts";

export interface Plan extends PlanVersion {
  id: number;
  code: string;
  version: number;
  archived_at: Date | null;
  requestable: boolean;
  /** Accounts whose terms name any version of it today. */
  accounts: number;
  created_at: Date;
}

const PLANS_MAX = 200;

/** The plans with their newest version, those in use first; archived ones last. */
export async function listPlans({ db, clock }: Pick<Services, "db" | "clock">): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select p.id, p.code, p.archived_at, p.requestable, v.version, v.name, v.currency, v.price, v.meters, v.limits, v.created_at,
      (select count(*)::int from (
        select distinct on (t.account_id) t.plan_id from account_terms t join account_metering m using (account_id)
        where t.effective_from <= (${clock.now()}::timestamptz at time zone m.time_zone)::date
        order by t.account_id, t.effective_from desc, t.id desc) held where held.plan_id = p.id) as accounts
    from plans p join lateral (
      select * from plan_versions where plan_id = p.id order by version desc limit 1) v on true
    order by p.archived_at is not null, p.id limit ${PLANS_MAX}`.execute(db);
  return rows;
}

/** Creates a plan. @throws Refusal `invalid` at `code` for one that exists, `conflict` for more than 200. */
export const createPlan = (context: Context, plan: PlanVersion & { code: string }): Promise<number> =>
  context.db.transaction().execute(async (tx) => {
    const { code, ...version } = plan;
    const { count } = await tx
      .selectFrom("plans")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count >= PLANS_MAX) throw new Refusal("conflict", `There are ${PLANS_MAX} plans already.`);
    const made = await tx
      .insertInto("plans")
      .values({ code })
      .onConflict((conflict) => conflict.column("code").doNothing())
      .returning("id")
      .executeTakeFirst();
    const taken = "Another plan has this code.";
    if (!made) throw new Refusal("invalid", taken, { fields: { code: [taken] } });
    await addVersion(context, tx, { planId: made.id, number: 1, version });
    await auditPlan(context, tx, { id: made.id, name: version.name, action: "plan.created", changes: { ...version } });
    return made.id;
  });

/**
 * Changes a plan by a new version: accounts keep the version that was agreed with them. Nothing is written where nothing differs.
 * @param read the version that the caller had read. @throws Refusal `not_found`, `changed_since`.
 */
export const changePlan = (context: Context, planId: number, version: PlanVersion, read?: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await lockPlan(tx, planId);
    const last = await newestVersion(tx, planId);
    requireVersion(last, read, "plan");
    const { version: number, ...known } = last;
    if (Object.keys(changesBetween(known, version)).length === 0) return;
    await addVersion(context, tx, { planId, number: number + 1, version });
    await auditPlan(context, tx, {
      id: planId,
      name: version.name,
      action: "plan.changed",
      changes: { version: [number, number + 1] },
    });
  });

/** Archives a plan, or offers it again: archived ones are chosen for no account; those that have them keep them. */
export const archivePlan = (context: Context, planId: number, archived: boolean): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const before = await lockPlan(tx, planId);
    if ((before.archived_at !== null) === archived) return;
    const at = archived ? context.clock.now() : null;
    await tx.updateTable("plans").set({ archived_at: at }).where("id", "=", planId).execute();
    const { name } = await newestVersion(tx, planId);
    const action = archived ? "plan.archived" : "plan.restored";
    await auditPlan(context, tx, { id: planId, name, action, changes: {} });
  });

/** Shows a plan to owners, who can then request it, or to none. */
export const setPlanRequestable = (context: Context, planId: number, requestable: boolean): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const before = await lockPlan(tx, planId);
    if (before.requestable === requestable) return;
    await tx.updateTable("plans").set({ requestable }).where("id", "=", planId).execute();
    const { name } = await newestVersion(tx, planId);
    const changes = { requestable: [before.requestable, requestable] };
    await auditPlan(context, tx, { id: planId, name, action: "plan.requestable_changed", changes });
  });

async function lockPlan(tx: Tx, planId: number) {
  const plan = await tx.selectFrom("plans").selectAll().where("id", "=", planId).forUpdate().executeTakeFirst();
  if (!plan) throw new Refusal("not_found", "There is no such plan.");
  return plan;
}

const newestVersion = (on: Executor, planId: number) =>
  on
    .selectFrom("plan_versions")
    .select(["version", "name", "currency", "price", "meters", "limits"])
    .where("plan_id", "=", planId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

const addVersion = (
  context: Context,
  tx: Tx,
  { planId, number, version }: { planId: number; number: number; version: PlanVersion },
) =>
  tx
    .insertInto("plan_versions")
    .values({
      ...version,
      plan_id: planId,
      version: number,
      meters: JSON.stringify(version.meters),
      limits: JSON.stringify(version.limits),
      created_at: context.clock.now(),
      created_by: personOf(context),
    })
    .execute();

const auditPlan = (
  context: Context,
  tx: Tx,
  { id, name, action, changes }: { id: number; name: string; action: string; changes: Record<string, unknown> },
) =>
  auditBilling(tx, context, {
    accountId: null,
    action,
    objectType: "plan",
    objectId: id,
    objectTitle: name,
    changes,
  });
