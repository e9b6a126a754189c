import { insertRow, selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { CLOSED_DAYS } from "@kinora/domain/accounts/closing.ts";
import { afterAll, expect, test } from "vitest";
import { as, aProject, type TestProject } from "../../platform/testing.ts";
import { chores, listeners, tasks } from "../../rooms.ts";
import { someThings } from "../../testing/access-things.ts";
import { sharedServices, RUN, asSuperuser } from "../../testing/fixtures.ts";
import { changes, operations, serveForTests } from "../../testing/operations.ts";
import { suspendAccount } from "../installation/standing.ts";
import { closeAccount, keepAccount } from "./close.ts";
import { mailOwners } from "./mails.ts";
import { purgeClosedAccounts } from "./purge.ts";

const DAY_MS = 86_400_000;
let now = new Date();
const services = { ...(await sharedServices()), clock: { now: () => now } };
const api = await serveForTests(services);
afterAll(() => api.close());
const statusOf = async (accountId: number) =>
  (await selectRow(services, "accounts", { id: accountId }, "status")).status;
const emailOf = async (userId: number) => (await selectRow(services, "users", { id: userId }, "email")).email;

async function mailTo({ accountId, ownerId }: TestProject, what: "closed" | "kept" | "purged_soon" | "purged") {
  await mailOwners.run(services, { accountId, what, to: ownerId }, RUN);
  const mail = await services.db
    .selectFrom("development_mails")
    .select(["subject", "body"])
    .where("recipient", "=", await emailOf(ownerId))
    .orderBy("id", "desc")
    .executeTakeFirst();
  return `${mail?.subject}\n${mail?.body}`;
}

/** Runs the tasks that listen to an account's events, as a worker would. */
async function react(accountId: number, done = new Set<number>()): Promise<void> {
  const events = await selectOrdered(services, "events", "id", { account_id: accountId }, "id", "type");
  const fresh = events.filter(({ id }) => !done.has(id));
  for (const { id, type } of fresh) {
    done.add(id);
    for (const listener of listeners.filter(({ event }) => event === type))
      await tasks.find(({ name }) => name === listener.task.name)?.run(services, { eventId: id }, RUN);
  }
  if (fresh.length > 0) await react(accountId, done);
}

test("an owner closes an account by typing its name: nothing in it can be changed but that it is kept or exported", async () => {
  const project = await aProject(services);
  const owner = as(services, project.owner);
  const things = await someThings(services, project);
  await expect(closeAccount(owner, project.accountId, { typedName: "Another" })).rejects.toMatchObject({
    code: "invalid",
    fields: { name: ["Type Test account to close this account."] },
  });
  await closeAccount(owner, project.accountId, { typedName: "Test account" });
  await expect(closeAccount(owner, project.accountId, { typedName: "Test account" })).rejects.toMatchObject({
    code: "conflict",
  });
  const writes = operations.filter(
    ({ access, operation, name }) =>
      "of" in access && changes(operation) && name !== "accounts.keepAccount" && !name.endsWith("Export"),
  );
  for (const { name, operation, sample } of writes) {
    const { statusCode, body } = await api.call(operation, sample(things), project.owner);
    expect(statusCode, `${name}: ${body}`).toBe(403);
    expect(body).toContain("This account is being closed");
  }
  expect(await mailTo(project, "closed")).toMatch(/^Your account is closed\n.*was closed by Test Person\./);

  const request = operations.find(({ name }) => name === "accounts.requestAccountExport");
  if (!request) throw new Error("There is no such operation.");
  expect((await api.call(request.operation, request.sample(things), project.owner)).statusCode).toBe(200);
  const keep = operations.find(({ name }) => name === "accounts.keepAccount");
  if (!keep) throw new Error("There is no such operation.");
  const { statusCode } = await api.call(keep.operation, keep.sample(things), project.owner);
  expect(statusCode).toBe(200);
  expect(await statusOf(project.accountId)).toBe("active");
  expect(await mailTo(project, "kept")).toContain("no longer closed");
  await expect(keepAccount(owner, project.accountId)).rejects.toMatchObject({ code: "conflict" });
});

test("a suspended account that was closed and kept is suspended again", async () => {
  const root = await asSuperuser(services);
  const { accountId } = await aProject(services);
  await suspendAccount(root, accountId, "The invoice of May");
  await closeAccount(root, accountId, { reason: "No answer" });
  expect(await statusOf(accountId)).toBe("closing");
  await keepAccount(root, accountId);
  expect(await statusOf(accountId)).toBe("suspended");
});

test("a closed account is purged after 30 days: owners are reminded once, and only what bookkeeping needs is left", async () => {
  now = new Date();
  const root = await asSuperuser(services);
  const project = await aProject(services);
  const { accountId, projectId } = project;
  const kept = await aProject(services);
  const things = await someThings(services, project);
  const { hash } = await selectRow(services, "videos", { id: things.video }, "hash");
  await services.storage.put(`assets/${things.video}/source/file.mp4`, Buffer.from("film"));
  await services.storage.put(`live/${things.stream}/index.m3u8`, Buffer.from("list"));
  await insertRow(services, "usage_days", {
    account_id: accountId,
    day: "2030-01-01",
    meter: "traffic",
    project_id: projectId,
    quantity: 7,
    counted_at: now,
  });
  await closeAccount(root, accountId, { reason: "They asked by letter" });
  const closure = () => selectRow(services, "account_closures", { account_id: accountId }, "reminded_at", "purged_at");

  now = new Date(now.getTime() + (CLOSED_DAYS - 8) * DAY_MS);
  await purgeClosedAccounts.run(services);
  expect(await closure()).toEqual({ reminded_at: null, purged_at: null });
  now = new Date(now.getTime() + 2 * DAY_MS);
  await purgeClosedAccounts.run(services);
  await purgeClosedAccounts.run(services);
  expect((await closure()).reminded_at).toEqual(now);
  expect(await mailTo(project, "purged_soon")).toContain("are deleted on");
  expect(await statusOf(accountId)).toBe("closing");

  now = new Date(now.getTime() + 7 * DAY_MS);
  await purgeClosedAccounts.run(services);
  expect(await statusOf(accountId)).toBe("closed");
  await expect(keepAccount(root, accountId)).rejects.toMatchObject({ message: "This account is deleted." });
  await react(accountId);
  for (const name of ["videos.empty_trash", "projects.erase"])
    await chores.find((chore) => chore.name === name)?.run(services);
  await purgeClosedAccounts.run(services);
  expect((await closure()).purged_at).toEqual(now);
  expect(await mailTo(project, "purged")).toContain("are deleted. Its invoices are kept");

  expect(await services.storage.stat(`assets/${things.video}/source/file.mp4`)).toBeNull();
  expect(await services.storage.stat(`live/${things.stream}/index.m3u8`)).toBeNull();
  expect(await selectRows(services, "videos", { hash }, "id")).toEqual([]);
  for (const table of ["projects", "api_keys", "project_invitations", "project_members", "roles", "webhooks"] as const)
    expect(
      await services.db.selectFrom(table).select("account_id").where("account_id", "=", accountId).execute(),
    ).toEqual([]);
  const usage = services.db.selectFrom("usage_days").select("project_id").where("account_id", "=", accountId);
  expect(await usage.where("meter", "=", "traffic").execute()).toEqual([{ project_id: projectId }]);
  expect(await statusOf(kept.accountId)).toBe("active");
  const actions = await services.db
    .selectFrom("audit_log")
    .select("action")
    .where("account_id", "=", accountId)
    .where("action", "like", "account.%")
    .orderBy("id")
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(["account.closed", "account.purged"]);
});
