import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { aCustomer, aPlan, SELLER } from "../../testing/customer.ts";
import { sharedServices, asSuperuser } from "../../testing/fixtures.ts";
import { startIssuingProcess } from "../../testing/issuing-process.ts";
import { saveBillingSettings } from "./settings.ts";

const now = new Date("2030-04-04T00:00:00Z");
const services = { ...(await sharedServices()), clock: { now: () => now } };

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
