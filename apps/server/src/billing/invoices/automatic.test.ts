import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testServices, type TestServices } from "../../platform/testing.ts";
import { aCustomer, aPlan, asSuperuser, SELLER } from "../../testing/customer.ts";
import { startIssuingProcess } from "../../testing/issuing-process.ts";
import { issueDueMonth } from "./automatic.ts";
import { cancelRun, issueMonth, listRuns } from "./runs.ts";
import { saveBillingSettings } from "./settings.ts";

let now: Date;
let services: TestServices;
beforeEach(async () => {
  now = new Date("2030-04-04T00:00:00Z");
  services = { ...(await testServices()), clock: { now: () => now } };
});
afterEach(() => services.stop());

const RUN = { jobId: "test", signal: new AbortController().signal, failures: 0 };
const months = async () => (await listRuns(await asSuperuser(services))).map(({ month }) => month);

test("last month is issued from the chosen day on, once, and never unless that is switched on", async () => {
  const root = await asSuperuser(services);
  await aCustomer(services, await aPlan(services, "team"));
  await issueDueMonth(services);
  await saveBillingSettings(root, SELLER);
  await issueDueMonth(services);
  expect(await months()).toEqual([]);

  await saveBillingSettings(root, { ...SELLER, automatic_day: 5 });
  await issueDueMonth(services);
  expect(await months()).toEqual([]);
  now = new Date("2030-04-05T00:00:00Z");
  await Promise.all([issueDueMonth(services), issueDueMonth(services)]);
  await issueDueMonth(services);
  const [run, ...others] = await listRuns(root);
  expect([run?.month, others]).toEqual(["2030-03", []]);
  await issueMonth.run(services, { runId: run?.id ?? 0 }, RUN);
  expect(await listRuns(root)).toMatchObject([{ accounts: 1, issued: 1, failures: [] }]);
  await issueDueMonth(services);
  expect(await months()).toEqual(["2030-03"]);
  const line = await services.db
    .selectFrom("audit_log")
    .select("actor")
    .where("action", "=", "billing.month_issued")
    .executeTakeFirst();
  expect(line?.actor).toMatchObject({ kind: "system" });
});

test("a month whose run was stopped is left to people; the next one begins by the clock", async () => {
  const root = await asSuperuser(services);
  await saveBillingSettings(root, { ...SELLER, automatic_day: 4 });
  await issueDueMonth(services);
  const [run] = await listRuns(root);
  await cancelRun(root, run?.id ?? 0);
  now = new Date("2030-04-30T00:00:00Z");
  await issueDueMonth(services);
  now = new Date("2030-05-03T23:59:59Z");
  await issueDueMonth(services);
  expect(await months()).toEqual(["2030-03"]);
  now = new Date("2030-05-28T00:00:00Z");
  await issueDueMonth(services);
  expect(await months()).toEqual(["2030-04", "2030-03"]);
});

test("months that were missed are issued later, the earliest first; those before the switch are not", async () => {
  const root = await asSuperuser(services);
  await saveBillingSettings(root, { ...SELLER, automatic_day: 4 });
  await saveBillingSettings(root, { ...SELLER, automatic_day: 5 });
  // Nothing ran from April to July.
  now = new Date("2030-07-04T00:00:00Z");
  for (let times = 0; times < 5; times += 1) {
    await issueDueMonth(services);
    for (const { id } of await listRuns(root)) await issueMonth.run(services, { runId: id }, RUN);
  }
  expect(await months()).toEqual(["2030-05", "2030-04", "2030-03"]);
  await saveBillingSettings(root, SELLER);
  now = new Date("2030-09-10T00:00:00Z");
  await saveBillingSettings(root, { ...SELLER, automatic_day: 4 });
  await issueDueMonth(services);
  expect((await months())[0]).toBe("2030-08");
});

test("processes that are killed in the midst of a run of 20 leave no gap between numbers, and no invoice twice", async () => {
  await saveBillingSettings(await asSuperuser(services), SELLER);
  const plan = await aPlan(services, "team");
  const accountIds: number[] = [];
  for (let count = 0; count < 90; count += 1) accountIds.push((await aCustomer(services, plan)).accountId);
  // Two processes over the same accounts, in opposite order, so that they meet in the middle.
  const begin = (ids: readonly number[]) =>
    startIssuingProcess(services, { accountIds: ids, month: "2030-03", at: now.toISOString(), parallel: 20 });
  const [one, other] = [begin(accountIds), begin(accountIds.toReversed())];
  await vi.waitFor(() => expect(one.state.issued).toBeGreaterThan(5), { timeout: 30_000, interval: 1 });
  await one.kill();
  expect(one.state.issued).toBeLessThan(accountIds.length);
  await vi.waitFor(() => expect(other.state.issued).toBeGreaterThan(5), { timeout: 30_000, interval: 1 });
  await other.kill();
  const numbers = async () => {
    const { rows } = await sql<{ number: string; account_id: number }>`
      select number, account_id from invoices order by number`.execute(services.db);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => `K-2030-${String(at + 1).padStart(5, "0")}`));
    expect(new Set(rows.map(({ account_id: id }) => id)).size).toBe(rows.length);
    return rows.length;
  };
  const survived = await numbers();
  // What a process had reported is there; a third process issues the others.
  expect(survived).toBeGreaterThanOrEqual(Math.max(one.state.issued, other.state.issued));
  const last = begin(accountIds);
  expect(await last.ended).toBe(0);
  expect(await numbers()).toBe(accountIds.length);
  const { rows } = await sql<{ last: number }>`select last from invoice_series`.execute(services.db);
  expect(rows).toEqual([{ last: accountIds.length }]);
});
