import { selectOrdered, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { beforeEach, expect, test } from "vitest";
import { creditInvoice } from "./billing/invoices/credit-invoice.ts";
import { issueInvoice } from "./billing/invoices/issue.ts";
import { announceOverdue } from "./billing/invoices/overdue.ts";
import { recordPayment } from "./billing/invoices/payments.ts";
import { saveBillingSettings } from "./billing/invoices/settings.ts";
import { voidInvoice } from "./billing/invoices/void-invoice.ts";
import { warnOfUsage } from "./billing/usage/warnings.ts";
import type { Caller } from "./platform/access/caller.ts";
import { findGrant, type ProjectGrant } from "./platform/access/scope.ts";
import { newHash } from "./platform/secrets/hash.ts";
import { aMember, as, type TestProject } from "./platform/testing.ts";
import { moveProject } from "./projects/installation/move.ts";
import { aCustomer, aPlan, SELLER } from "./testing/customer.ts";
import { addProject, sharedServices, asSuperuser } from "./testing/fixtures.ts";
import { bodyOf } from "./webhooks/body.ts";
import {
  createWebhook,
  readWebhook,
  setWebhookDisabled,
  updateWebhook,
  type WebhookSettings,
} from "./webhooks/service.ts";

const ISSUED = new Date("2030-04-03T12:00:00Z");
const LATER = new Date("2030-05-01T12:00:00Z");
let now = ISSUED;
let customer: TestProject;

const services = { ...(await sharedServices()), clock: { now: () => now } };
const root = await asSuperuser(services);
await saveBillingSettings(root, SELLER);
const planId = await aPlan(services, "team");
beforeEach(async () => {
  now = ISSUED;
  customer = await aCustomer(services, planId);
});

/** What the access check finds for a caller in a project of the customer. */
async function grantOf(caller: Caller, projectId = customer.projectId): Promise<ProjectGrant> {
  const grant = await findGrant(services.db, caller, { account_id: customer.accountId, project_id: projectId });
  if (!grant) throw new Error("The caller is no member.");
  return { ...grant, projectId };
}

const settings = (events: string[]): WebhookSettings => ({ name: "Books", url: "https://example.com/hook", events });

async function aWebhook(events: string[], projectId = customer.projectId): Promise<number> {
  const { owner } = customer;
  const { data } = await createWebhook(as(services, owner), await grantOf(owner, projectId), settings(events));
  return data.id;
}

const anotherProject = async () => (await addProject(services, customer, { name: `Project ${newHash()}` })).projectId;

const issue = async () =>
  (await issueInvoice(services, { userId: null }, { accountId: customer.accountId, month: "2030-03" })) ?? 0;
const pay = (id: number, amount = 6_069, reference = "bank 1") =>
  recordPayment(root, id, { amount, paidOn: "2030-05-01", reference });

const sentTo = async (webhookId: number) =>
  selectOrdered(services, "webhook_deliveries", "id", { webhook_id: webhookId }, "type", "object", "message_id");
const typesSentTo = async (webhookId: number) => (await sentTo(webhookId)).map(({ type }) => type);

async function bodyOfLast(webhookId: number) {
  const { message_id: id } = (await sentTo(webhookId)).at(-1) ?? { message_id: "" };
  const message = await selectRow(services, "webhook_messages", { id });
  return JSON.parse(await bodyOf(services.db, message, now)) as unknown;
}

const OF_INVOICES = ["invoice.created", "invoice.paid", "invoice.overdue", "invoice.credited", "invoice.voided"];

test("an invoice is reported from its issue to its credit note, each state once and in order", async () => {
  const webhook = await aWebhook(OF_INVOICES);
  const id = await issue();
  expect(await issue()).toBe(id);
  expect(await bodyOfLast(webhook)).toMatchObject({
    type: "invoice.created",
    project_id: null,
    data: { account_id: customer.accountId, invoice_id: id, invoice: { id, state: "open", due_on: "2030-04-17" } },
  });
  await announceOverdue(services);
  now = LATER;
  for (const _run of [1, 2]) await announceOverdue(services);
  expect(await bodyOfLast(webhook)).toMatchObject({ type: "invoice.overdue", data: { invoice: { state: "overdue" } } });
  const { id: partId } = await creditInvoice(root, id, { amount: 100 }, "An outage");
  expect(await bodyOfLast(webhook)).toMatchObject({
    type: "invoice.credited",
    data: { invoice_id: id, credit_note_id: partId, invoice: { id, state: "overdue" } },
  });
  await pay(id, 5_881);
  for (const _run of [1, 2]) await pay(id, 69, "bank 2");
  expect(await bodyOfLast(webhook)).toMatchObject({ type: "invoice.paid", data: { invoice: { state: "paid" } } });
  await pay(id, -5_950, "back");
  const creditId = await voidInvoice(root, id, "Wrong address");
  expect(await bodyOfLast(webhook)).toMatchObject({
    type: "invoice.voided",
    data: { invoice_id: id, credit_note_id: creditId, invoice: { id, state: "void" } },
  });
  const sent = await sentTo(webhook);
  expect(sent.map(({ type }) => type)).toEqual([
    "invoice.created",
    "invoice.overdue",
    "invoice.credited",
    "invoice.paid",
    "invoice.voided",
  ]);
  expect(new Set(sent.map(({ object }) => object))).toEqual(new Set([`invoice:${id}`]));
});

test("every project of the account gets an event under one id, and no other account's gets it", async () => {
  const one = await aWebhook(["invoice.created"]);
  const other = await aWebhook(["invoice.created"], await anotherProject());
  const [everything, paused] = [await aWebhook(["*"]), await aWebhook(["invoice.created"])];
  await setWebhookDisabled(as(services, customer.owner), await grantOf(customer.owner), paused, true);
  const mine = customer;
  customer = await aCustomer(services, planId);
  const foreign = await aWebhook(["invoice.created", "invoice.paid"]);
  customer = mine;
  await issue();
  const [[first], [second]] = [await sentTo(one), await sentTo(other)];
  expect(first).toMatchObject({ type: "invoice.created" });
  expect(second?.message_id).toBe(first?.message_id);
  // All events are those of the project.
  expect((await typesSentTo(everything)).filter((type) => type.startsWith("invoice."))).toEqual([]);
  expect(await sentTo(paused)).toEqual([]);
  expect(await sentTo(foreign)).toEqual([]);
});

test("an account's usage is reported where an owner chose it", async () => {
  const webhook = await aWebhook(["account.usage_threshold"]);
  now = new Date("2030-03-25T12:00:00Z");
  for (const _run of [1, 2]) await warnOfUsage(services);
  // 3 GB of the plan's one were sent.
  expect(await sentTo(webhook)).toMatchObject([{ object: `account:${customer.accountId}` }]);
  expect(await bodyOfLast(webhook)).toMatchObject({
    type: "account.usage_threshold",
    data: { meter: "traffic", month: "2030-03", percent: 100, account: { id: customer.accountId } },
  });
});

test("who is no owner adds no event of the account, keeps those that are there, and may take them away", async () => {
  const member = await aMember(services, customer, PERMISSIONS);
  const key: Caller = { kind: "api_key", keyId: 1, ...customer, permissions: PERMISSIONS };
  for (const caller of [member, key]) {
    const [context, grant] = [as(services, caller), await grantOf(caller)];
    const refused = { code: "forbidden", fields: { events: [expect.stringContaining("invoice.paid")] } };
    await expect(createWebhook(context, grant, settings(["*", "invoice.paid"]))).rejects.toMatchObject(refused);
    const webhook = await aWebhook(["invoice.created"]);
    await expect(
      updateWebhook(context, grant, webhook, settings(["invoice.created", "invoice.paid"])),
    ).rejects.toMatchObject(refused);
    const kept = await updateWebhook(context, grant, webhook, settings(["video.ready", "invoice.created"]));
    expect(kept.events).toEqual(["video.ready", "invoice.created"]);
    await updateWebhook(context, grant, webhook, settings(["video.ready"]));
    await expect(
      updateWebhook(context, grant, webhook, settings(["video.ready", "invoice.created"])),
    ).rejects.toMatchObject({ code: "forbidden" });
  }
});

test("an owner who views the project as a role chooses none either", async () => {
  const viewAs = { projectId: customer.projectId, roleId: 1, title: "Admin", permissions: PERMISSIONS };
  const caller: Caller = { ...customer.owner, viewAs } as Caller;
  const grant = await grantOf(caller);
  await expect(createWebhook(as(services, caller), grant, settings(["invoice.paid"]))).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("a project that moved gets the events of neither account, and keeps nothing of what it was sent", async () => {
  const webhook = await aWebhook(["video.ready", "invoice.created", "invoice.paid"]);
  const id = await issue();
  expect(await typesSentTo(webhook)).toEqual(["invoice.created"]);
  const buyer = await aCustomer(services, planId);
  await updateRows(services, "projects", { id: customer.projectId }, { name: `Moving ${newHash()}` });
  await moveProject(root, customer.projectId, { accountId: buyer.accountId, reason: "Sold" });
  expect(await sentTo(webhook)).toEqual([]);
  await pay(id);
  const seller = customer;
  customer = buyer;
  await issue();
  expect(await sentTo(webhook)).toEqual([]);
  const { events } = await readWebhook(as(services, buyer.owner), seller.projectId, webhook);
  expect(events).toEqual(["video.ready"]);
});

test("an event of the account that is rolled back is not queued", async () => {
  const webhook = await aWebhook(["invoice.paid"]);
  const failing = services.db.transaction().execute(async (tx) => {
    const payload = { account_id: customer.accountId, invoice_id: 1 };
    await services.emit(tx, { type: "invoice.paid", ...customer, projectId: null, payload, actor: {} });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await sentTo(webhook)).toEqual([]);
});
