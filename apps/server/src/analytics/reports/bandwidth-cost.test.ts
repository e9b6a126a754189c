import { NO_SPECIAL_TERMS, type SpecialTerms } from "@kinora/domain/billing/plans.ts";
import { readCsv } from "@kinora/domain/csv.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "../../platform/access/caller.ts";
import {
  aMember,
  aProject,
  asUser,
  testServices,
  type TestProject,
  type TestServices,
} from "../../platform/testing.ts";
import { agree } from "../../testing/customer.ts";
import { operations, serveForTests } from "../../testing/operations.ts";
import { sumStored } from "../../testing/stored-sums.ts";
import { readReportOf } from "./testing.ts";

let services: TestServices;
let api: Awaited<ReturnType<typeof serveForTests>>;
beforeAll(async () => {
  services = await testServices();
  api = await serveForTests(services);
});
afterAll(async () => {
  await api.close();
  await services.stop();
});

const week = { from: "2030-03-25", to: "2030-03-31" };
const TRAFFIC = {
  included: 1_000,
  tiers: [
    { up_to: 10, rate: 500_000 },
    { up_to: null, rate: 100_000 },
  ],
};

/** A project that sent 20 GB of one video and 0.25 GB of another. */
async function aSender(): Promise<TestProject> {
  const project = await aProject(services);
  await sql`
    insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, requests, bytes)
    values ('2030-03-26 12:00Z', ${project.projectId}, 'video', 1, 'segment', 720, 0, '', '', 9, 20000000000),
      ('2030-03-26 12:00Z', ${project.projectId}, 'video', 2, 'segment', 720, 0, '', '', 1, 250000000)`.execute(
    services.db,
  );
  await sumStored(services.db, project.projectId);
  return project;
}

const agreeOn = (project: TestProject, code: string, special: Partial<SpecialTerms> = {}) =>
  agree(services, project, { code, meters: { traffic: TRAFFIC } }, { ...NO_SPECIAL_TERMS, ...special });

async function costsFor(project: TestProject, caller?: Caller & { kind: "user" }) {
  const { data } = await readReportOf(api, project, "getBandwidthReport", week, caller);
  return data.rows.map((row) => row["cost"]);
}

async function fileFor(project: TestProject, caller: Caller) {
  const found = operations.find(({ name }) => name === "analytics.exportBandwidthReport");
  if (!found) throw new Error("There is no such operation.");
  const path = { project_id: project.projectId };
  const answer = await api.call(found.operation, { path, query: new URLSearchParams(week).toString() }, caller);
  return readCsv(answer.body).map(({ cells }) => cells);
}

test("owners see what a row's bytes cost at the first price above the included, whatever is included", async () => {
  const project = await aSender();
  await agreeOn(project, "cost-of-a-row");
  // 20 GB and 0.25 GB at 0.50: the second price begins at 1,010 GB; 12.5 cents are rounded half up.
  const costs = [
    { amount: 1_000, currency: "EUR" },
    { amount: 13, currency: "EUR" },
  ];
  expect(await costsFor(project)).toEqual(costs);
  expect(await costsFor(project, asUser(project.ownerId + 1_000_000, true))).toEqual(costs);
  const file = await fileFor(project, project.owner);
  expect(file[0]).toEqual(["id", "name", "bytes", "requests", "share", "cost", "currency"]);
  expect(file.slice(1).map((cells) => cells.slice(-2))).toEqual([
    ["10", "EUR"],
    ["0.13", "EUR"],
  ]);
});

test("an account's own price of traffic replaces that of its plan", async () => {
  const project = await aSender();
  const traffic = { included: 0, tiers: [{ up_to: null, rate: 40_000 }] };
  await agreeOn(project, "cost-of-its-own", { meters: { traffic }, discount: 5_000 });
  expect(await costsFor(project)).toEqual([
    { amount: 80, currency: "EUR" },
    { amount: 1, currency: "EUR" },
  ]);
});

test("members who do not own the account get no cost, neither in the answer nor in the file", async () => {
  const project = await aSender();
  await agreeOn(project, "cost-for-owners");
  const member = await aMember(services, project, ["analytics_view", "analytics_export"]);
  const { data } = await readReportOf(api, project, "getBandwidthReport", week, member);
  expect(data.rows).toHaveLength(2);
  expect(data.rows.every((row) => !("cost" in row))).toBe(true);
  expect((await fileFor(project, member))[0]).toEqual(["id", "name", "bytes", "requests", "share"]);
});

test("without a plan, and in a plan without a price of traffic, rows have no cost", async () => {
  const [without, free] = [await aSender(), await aSender()];
  await agree(services, free, { code: "cost-of-nothing", meters: {} }, NO_SPECIAL_TERMS);
  for (const project of [without, free]) expect(await costsFor(project)).toEqual([undefined, undefined]);
});
