import { findRow } from "@kinora/db/testing-rows.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testServices, type TestServices } from "../../platform/testing.ts";
import { aCustomer, aPlan, SELLER } from "../../testing/customer.ts";
import { RUN, asSuperuser } from "../../testing/fixtures.ts";
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
  const line = await findRow(services, "audit_log", { action: "billing.month_issued" }, "actor");
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
