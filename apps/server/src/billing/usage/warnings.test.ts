import { selectOrdered } from "@kinora/db/testing-rows.ts";
import { NO_LIMITS, NO_SPECIAL_TERMS } from "@kinora/domain/billing/plans.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aProject } from "../../platform/testing.ts";
import { asSuperuser, sharedServices } from "../../testing/fixtures.ts";
import { createPlan } from "../plans/plans.ts";
import { saveTerms } from "../plans/terms.ts";
import { warnOfUsage } from "./warnings.ts";

const services = { ...(await sharedServices()), clock: { now: () => new Date("2030-03-10T12:00:00Z") } };

test("an account is warned once of each part that is used up, and of none that is below one", async () => {
  const root = await asSuperuser(services);
  const { accountId, projectId } = await aProject(services);
  const planId = await createPlan(root, {
    code: "team",
    name: "Team",
    currency: "EUR",
    price: 0,
    meters: { traffic: { included: 10, tiers: [{ up_to: null, rate: 1 }] } },
    limits: NO_LIMITS,
  });
  await saveTerms(root, accountId, {
    planId,
    effectiveFrom: "2030-03-01",
    special: NO_SPECIAL_TERMS,
    sellerId: null,
    note: "",
    timeZone: "UTC",
  });
  const warned = async (gigabytes: number) => {
    await sql`insert into usage_days (account_id, day, meter, project_id, quantity, counted_at)
      values (${accountId}, '2030-03-02', 'traffic', ${projectId}, ${gigabytes * 1e9}, now())
      on conflict (account_id, day, meter, project_id) do update set quantity = excluded.quantity`.execute(services.db);
    await warnOfUsage(services);
    await warnOfUsage(services);
    const events = await selectOrdered(
      services,
      "events",
      "id",
      { account_id: accountId, type: "account.usage_warning" },
      "payload",
    );
    return events.map(({ payload }) => (payload as { percent: number }).percent);
  };
  expect(await warned(4)).toEqual([]);
  expect(await warned(5)).toEqual([50]);
  // 80 is not mailed on the way to 100.
  expect(await warned(12)).toEqual([50, 100]);
  expect(await warned(9)).toEqual([50, 100]);
});
