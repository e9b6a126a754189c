import { selectOrdered } from "@kinora/db/testing-rows.ts";
import type { PlanVersion } from "@kinora/domain/billing/plans.ts";
import { NO_LIMITS } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listAccounts } from "../../accounts/installation/accounts.ts";
import { planLimits } from "../../platform/access/plan-limits.ts";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { asSuperuser, sharedServices, RUN } from "../../testing/fixtures.ts";
import { readAccountPlan, readAccountPricing } from "./account-pricing.ts";
import { mailPlanRequest } from "./mail-plan-request.ts";
import { decidePlanRequest, requestPlan, withdrawPlanRequest } from "./plan-requests.ts";
import { archivePlan, createPlan, setPlanRequestable } from "./plans.ts";

const version = (name: string): PlanVersion => ({
  ...{ name, currency: "EUR", price: 4_900, meters: {} },
  limits: { ...NO_LIMITS, seats: 7 },
});

const services = await sharedServices();
const operator = await asSuperuser(services);
const large = await aPlan("Large");

async function aPlan(name: string): Promise<number> {
  const id = await createPlan(operator, { ...version(name), code: name.toLowerCase() });
  await setPlanRequestable(operator, id, true);
  return id;
}

const owner = (project: TestProject) => as(services, project.owner);
const decide = (project: TestProject, accepted: boolean, answer = "") =>
  decidePlanRequest(operator, project.accountId, { accepted, effectiveFrom: undefined, answer });
const ask = (project: TestProject, planId: number, note = "") =>
  requestPlan(owner(project), project.accountId, { planId, note });
const seen = (project: TestProject) => readAccountPlan(owner(project), project.accountId);

const actions = async ({ accountId }: TestProject) =>
  (await selectOrdered(services, "audit_log", "id", { account_id: accountId }, "action")).map(({ action }) => action);

/** Runs what was sent for the newest request and the jobs that this sends, and gives their mails. */
async function mailed({ accountId }: TestProject) {
  const { id } = await services.db
    .selectFrom("plan_requests")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const before = await services.db
    .selectFrom("development_mails")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirst();
  await mailPlanRequest.run(services, { requestId: id }, RUN);
  const { rows } = await sql<{ to: number }>`
    delete from pgboss.job where name = ${mailPlanRequest.name} and data->'payload'->>'requestId' = ${String(id)}
      and data->'payload' ? 'to' returning (data->'payload'->>'to')::bigint as "to"`.execute(services.db);
  for (const { to } of rows) await mailPlanRequest.run(services, { requestId: id, to }, RUN);
  return services.db
    .selectFrom("development_mails")
    .select(["recipient", "subject", "body"])
    .where("id", ">", before?.id ?? 0)
    .orderBy("id")
    .execute();
}

test("an owner requests a plan, superusers see it and are written to, and accepting it lets it hold", async () => {
  const project = await aProject(services);
  await ask(project, large, "We grow.");
  await ask(project, large, "We grow.");
  const request = { plan: "Large", note: "We grow.", state: "open", requested_by: "Test Person" };
  expect(await seen(project)).toMatchObject({ plan: null, request, requestable: [{ id: large, name: "Large" }] });
  expect((await readAccountPricing(operator, project.accountId)).request).toMatchObject(request);
  const listed = await listAccounts(services, {
    ...{ page: 1, per_page: 10 },
    search: String(project.accountId),
  });
  expect(listed.data).toMatchObject([{ plan: null, plan_request: "Large" }]);
  const mails = await mailed(project);
  expect(mails).toMatchObject([{ subject: "Plan requested: Large" }]);
  expect(mails[0]?.body).toContain(`/advanced/accounts/${project.accountId}/pricing`);

  await decide(project, true);
  expect(await planLimits(services.db, project.accountId)).toMatchObject({ plan: "Large", seats: 7 });
  expect(await seen(project)).toMatchObject({ plan: { name: "Large" }, request: { state: "accepted" } });
  expect((await readAccountPricing(operator, project.accountId)).request).toBeNull();
  expect(await mailed(project)).toMatchObject([{ subject: "Your plan was changed" }]);
  expect(await actions(project)).toEqual([
    "account.plan_requested",
    "account.terms_agreed",
    "account.plan_request_accepted",
  ]);
  await expect(decide(project, true)).rejects.toMatchObject({ code: "conflict" });
});

test("a declined request changes no plan, and its answer is mailed and shown", async () => {
  const project = await aProject(services);
  await ask(project, large);
  await decide(project, false, "Ask again in May.");
  expect(await seen(project)).toMatchObject({
    plan: null,
    request: { state: "declined", answer: "Ask again in May." },
  });
  const [mail] = await mailed(project);
  expect(mail?.body).toContain("Ask again in May.");
  expect(await actions(project)).toEqual(["account.plan_requested", "account.plan_request_declined"]);
});

test("a request is replaced and withdrawn, and writes no mail then", async () => {
  const project = await aProject(services);
  const other = await aPlan("Other");
  await ask(project, large);
  await ask(project, other, "This one.");
  expect(await seen(project)).toMatchObject({ request: { plan: "Other", state: "open" } });
  await withdrawPlanRequest(owner(project), project.accountId);
  await withdrawPlanRequest(owner(project), project.accountId);
  expect(await seen(project)).toMatchObject({ request: { state: "withdrawn" } });
  expect(await mailed(project)).toEqual([]);
  expect((await actions(project)).filter((action) => action.endsWith("withdrawn"))).toHaveLength(1);
});

test("plans that are not shown to owners, or archived, cannot be requested", async () => {
  const project = await aProject(services);
  const hidden = await createPlan(operator, { ...version("Hidden"), code: "hidden" });
  const archived = await aPlan("Archived");
  await archivePlan(operator, archived, true);
  for (const id of [hidden, archived, 999_999])
    await expect(ask(project, id)).rejects.toMatchObject({
      code: "invalid",
      fields: { plan_id: [expect.any(String)] },
    });
  expect((await seen(project)).requestable.map(({ name }) => name)).not.toContain("Hidden");
});
