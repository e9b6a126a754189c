import { selectRow } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject, aUser } from "../../platform/testing.ts";
import { someThings } from "../../testing/access-things.ts";
import { asSuperuser } from "../../testing/fixtures.ts";
import { changes, operations, sharedApi } from "../../testing/operations.ts";
import { listAccounts } from "./accounts.ts";
import { createOwnedAccount, limitAccount, reopenAccount, suspendAccount } from "./standing.ts";

const { services, api } = await sharedApi();
const everything = { page: 1, per_page: 30 };
const scopedWrites = operations.filter(({ access, operation }) => "of" in access && changes(operation));

test("a suspended account can be read, and nothing in it is changed until it is reopened", async () => {
  const root = await asSuperuser(services);
  const project = await aProject(services);
  const things = await someThings(services, project);
  await suspendAccount(root, project.accountId, "The invoice of May");
  const read = operations.find(({ name }) => name === "projects.getProject");
  if (!read) throw new Error("There is no such operation.");
  const looked = await api.call(read.operation, read.sample(things), project.owner);
  expect(looked.statusCode).toBe(200);
  for (const { name, operation, sample } of scopedWrites) {
    const { statusCode, body } = await api.call(operation, sample(things), project.owner);
    expect(statusCode, `${name}: ${body}`).toBe(403);
    expect(body).toContain("This account is suspended");
  }
  await expect(suspendAccount(root, project.accountId, "Again")).rejects.toMatchObject({ code: "conflict" });

  await reopenAccount(root, project.accountId);
  const update = operations.find(({ name }) => name === "categories.createCategory");
  if (!update) throw new Error("There is no such operation.");
  const { statusCode } = await api.call(update.operation, update.sample(things), project.owner);
  expect(statusCode).toBe(201);
  await expect(reopenAccount(root, project.accountId)).rejects.toMatchObject({ code: "conflict" });
});

test("an account is made for a person, found by its owner's email, and limited", async () => {
  const root = await asSuperuser(services);
  const ownerId = await aUser(services);
  const { email } = await selectRow(services, "users", { id: ownerId }, "email");
  const account = await createOwnedAccount(root, { name: "Films", ownerEmail: email, storageLimitBytes: 1_000 });
  await limitAccount(root, account.id, null);
  const found = await listAccounts(root, { ...everything, search: email.toUpperCase() });
  expect(found.data).toMatchObject([
    {
      id: account.id,
      name: "Films",
      status: "active",
      owners: [email],
      projects: 0,
      users: 1,
      storage_limit_bytes: null,
      plan: null,
    },
  ]);
  const none = await listAccounts(root, { ...everything, search: email, status: "suspended" });
  expect(none.pagination.total).toBe(0);
  const refused = createOwnedAccount(root, {
    name: "Films",
    ownerEmail: "nobody@example.com",
    storageLimitBytes: null,
  });
  await expect(refused).rejects.toMatchObject({ code: "invalid", fields: { owner_email: [expect.any(String)] } });
});
