import { insertRow, insertRows, selectOrdered, updateRows } from "@kinora/db/testing-rows.ts";
import { NO_LIMITS, NO_SPECIAL_TERMS } from "@kinora/domain/billing/plans.ts";
import { readCsv } from "@kinora/domain/csv.ts";
import { expect, test } from "vitest";
import { aProject, auditedActions } from "../../platform/testing.ts";
import { sharedServices, asSuperuser } from "../../testing/fixtures.ts";
import { listAccounts } from "./accounts.ts";
import { exportAccounts } from "./export-accounts.ts";
import { saveAccountNote } from "./note.ts";

const services = await sharedServices();
const rowOf = async (accountId: number) => {
  const list = await listAccounts(await asSuperuser(services), {
    page: 1,
    per_page: 30,
    search: String(accountId),
  });
  return list.data.find(({ id }) => id === accountId);
};

test("a note has its author, is deleted when it is emptied, and leaves no line in the account's audit log", async () => {
  const project = await aProject(services);
  const { accountId } = project;
  const root = await asSuperuser(services);
  expect((await rowOf(accountId))?.note).toBeNull();
  await saveAccountNote(root, accountId, "");
  await saveAccountNote(root, accountId, "Pays by bank transfer\nCall Mona");
  await saveAccountNote(root, accountId, "Pays by bank transfer\nCall Mona");
  expect((await rowOf(accountId))?.note).toEqual({
    text: "Pays by bank transfer\nCall Mona",
    changed_at: expect.stringMatching(/Z$/),
    changed_by: expect.any(String),
  });
  await saveAccountNote(root, accountId, "Pays late");
  expect((await rowOf(accountId))?.note?.text).toBe("Pays late");
  await saveAccountNote(root, accountId, "");
  expect((await rowOf(accountId))?.note).toBeNull();
  const lines = await selectOrdered(
    services,
    "audit_log",
    "id",
    { action: "account.noted", object_id: accountId },
    "account_id",
    "changes",
  );
  expect(lines).toEqual([
    { account_id: null, changes: { characters: [0, 31] } },
    { account_id: null, changes: { characters: [31, 9] } },
    { account_id: null, changes: { characters: [9, 0] } },
  ]);
  expect(await auditedActions(services, project.projectId)).not.toContain("account.noted");
  await expect(saveAccountNote(root, 9e9, "Nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("accounts have their traffic of 30 days and their last activity, and are exported by filter without formulas", async () => {
  const project = await aProject(services);
  const { accountId } = project;
  const now = services.clock.now();
  const day = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  for (const [days, meter, quantity] of [
    [0, "traffic", 500],
    [30, "traffic", 70],
    [31, "traffic", 9000],
    [1, "live", 4000],
  ] as const)
    await insertRow(services, "usage_days", {
      account_id: accountId,
      project_id: project.projectId,
      meter,
      day: day(days),
      quantity,
      counted_at: now,
    });
  await updateRows(services, "accounts", { id: accountId }, { name: "=Quay;=1+1" });
  await insertRow(services, "audit_log", {
    account_id: accountId,
    action: "account.limited",
    object_type: "account",
    object_title: "Quay",
    actor: JSON.stringify({ kind: "system" }),
    created_at: new Date("2030-01-02T03:04:05Z"),
  });
  const row = await rowOf(accountId);
  expect(row).toMatchObject({ traffic_bytes: 570, last_activity_at: new Date("2030-01-02T03:04:05Z") });
  const root = await asSuperuser(services);
  await saveAccountNote(root, accountId, "A secret of the operator");
  const file = await exportAccounts(root, { search: "=quay", status: undefined });
  const text = await new Response(file.body).text();
  const lines = text.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("id,name,status");
  expect(lines[1]).toMatch(new RegExp(`^${accountId},'=Quay;'=1\\+1,active,`));
  expect(lines[1]).toContain(",570,2030-01-02T03:04:05.000Z,");
  expect(text).not.toContain("A secret");
  const closed = await exportAccounts(root, { status: "closed" });
  expect((await new Response(closed.body).text()).trim().split("\r\n")).toHaveLength(1);
});

test("an account has its monthly revenue by today's terms, and its balances by currency", async () => {
  const { accountId } = await aProject(services);
  expect(await rowOf(accountId)).toMatchObject({ monthly_revenue: null, balances: [] });
  const { db, clock } = services;
  const code = `plan-${accountId}`;
  const { id: planId } = await insertRow(db, "plans", { code });
  const version = { plan_id: planId, version: 1, name: "Team", currency: "EUR" as const, price: 4_900 };
  await insertRow(db, "plan_versions", {
    ...version,
    meters: "{}",
    limits: JSON.stringify(NO_LIMITS),
    created_by: null,
  });
  const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const special = { ...NO_SPECIAL_TERMS, discount: 1_000, discount_until: day(30) };
  const terms = { account_id: accountId, plan_id: planId, plan_version: 1, created_by: null };
  await insertRow(db, "account_terms", { ...terms, effective_from: day(-40), special: JSON.stringify(special) });
  const invoice = (number: number, currency: "EUR" | "USD", total: number, paid: number) => ({
    ...{ account_id: accountId, kind: "invoice" as const, number: `${code}-${number}`, currency, total, paid },
    ...{
      period_from: `2026-0${number}-01`,
      period_to: `2026-0${number}-28`,
      issued_on: "2026-06-01",
      due_on: "2026-06-15",
    },
    ...{ seller: JSON.stringify({ name: "Kinora" }), buyer: "{}", lines: "[]", issued_by: null },
    ...{ vat: JSON.stringify({ category: "O", rate: 0, note: null }), subtotal: total, vat_amount: 0 },
  });
  await insertRows(db, "invoices", [
    invoice(1, "EUR", 4_410, 0),
    invoice(2, "EUR", 4_410, 4_410),
    invoice(3, "EUR", 1_000, 1_300),
    invoice(4, "USD", 2_000, 500),
  ]);
  expect(await rowOf(accountId)).toMatchObject({
    monthly_revenue: { amount: 4_410, currency: "EUR" },
    balances: [
      { currency: "EUR", owed: 4_410, credit: 300 },
      { currency: "USD", owed: 1_500, credit: 0 },
    ],
  });
  const root = await asSuperuser(services);
  const { body } = await exportAccounts(root, { search: String(accountId) });
  const [head, row] = readCsv(await new Response(body).text());
  const cell = (name: string) => row?.cells[head?.cells.indexOf(name) ?? -1];
  expect([cell("monthly_revenue"), cell("owed"), cell("credit")]).toEqual([
    "EUR 44.10",
    "EUR 44.10 USD 15.00",
    "EUR 3.00",
  ]);
  await updateRows(db, "accounts", { id: accountId }, { status: "closed" });
  expect((await rowOf(accountId))?.monthly_revenue).toBeNull();
});
