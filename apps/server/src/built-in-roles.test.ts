import { findRow, insertRow, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import {
  DEFAULT_ROLES,
  knownPermissions,
  PERMISSIONS,
  type Permission,
  type RoleTemplate,
} from "@kinora/domain/people/permissions.ts";
import { keptPermissions } from "@kinora/domain/people/roles.ts";
import { expect, test } from "vitest";
import { createAccount } from "./accounts/service.ts";
import { findGrant } from "./platform/access/scope.ts";
import { aProject, asUser, auditedActions, aUser, type TestProject } from "./platform/testing.ts";
import { addMember, asSuperuser, ownedBy, sharedServices } from "./testing/fixtures.ts";
import { changeRoleTemplate, listRoleTemplates } from "./users/installation/role-templates.ts";

const services = await sharedServices();
const defaultsOf = (template: RoleTemplate) =>
  knownPermissions(DEFAULT_ROLES.find((role) => role.template === template)?.permissions ?? []);

async function give(project: TestProject, userId: number, template: RoleTemplate) {
  const role = await selectRow(services, "roles", { account_id: project.accountId, template }, "id");
  await addMember(services, project, userId, role.id);
}

const heldIn = async (project: TestProject, userId: number) =>
  (await findGrant(services.db, asUser(userId), ownedBy(project)))?.permissions;

const stored = async (accountId: number, template: RoleTemplate) =>
  (await selectRow(services, "roles", { account_id: accountId, template }, "permissions")).permissions;

const templateOf = async (template: RoleTemplate) =>
  (await listRoleTemplates(await asSuperuser(services))).find((each) => each.template === template);

test("a change of a built-in role holds in all accounts with the next request, and in accounts to come", async () => {
  const root = await asSuperuser(services);
  const [one, two] = [await aProject(services), await aProject(services)];
  const [first, second] = [await aUser(services), await aUser(services)];
  await give(one, first, "editor");
  await give(two, second, "editor");
  const permissions = defaultsOf("editor").filter((flag) => flag !== "video_publish");
  const changed = await changeRoleTemplate(root, "editor", { permissions, reason: "An editor-in-chief publishes" });
  expect(changed).toMatchObject({ permissions, changed_at: expect.any(Date), changed_by: { first_name: "Test" } });
  expect((await heldIn(one, first))?.has("video_publish")).toBe(false);
  expect((await heldIn(two, second))?.has("video_publish")).toBe(false);
  const account = await services.db
    .transaction()
    .execute(async (tx) => createAccount(tx, { name: "New", cell: "local", ownerId: await aUser(services) }));
  expect(await stored(account.id, "editor")).toEqual(permissions);

  await changeRoleTemplate(root, "editor", { permissions: defaultsOf("editor"), reason: "As it was" });
  expect((await heldIn(one, first))?.has("video_publish")).toBe(true);
  expect(await templateOf("editor")).toMatchObject({ changed_at: null, changed_by: null });
});

test("the change is in the log of the installation and in that of each project with people who have the role", async () => {
  const root = await asSuperuser(services);
  const [used, unused] = [await aProject(services), await aProject(services)];
  await give(used, await aUser(services), "analyst");
  const change = { permissions: ["analytics_view"] as Permission[], reason: "Exports are for admins" };
  await changeRoleTemplate(root, "analyst", change);
  await changeRoleTemplate(root, "analyst", change);
  expect(await auditedActions(services, used.projectId)).toEqual(["role.built_in_changed"]);
  expect(await auditedActions(services, unused.projectId)).toEqual([]);
  const lines = await selectRows(
    services,
    "audit_log",
    { action: "role.built_in_changed", object_title: "Analyst", account_id: null },
    "object_title",
    "changes",
  );
  expect(lines).toEqual([
    { object_title: "Analyst", changes: { lost: "analytics_export", reason: "Exports are for admins" } },
  ]);
});

test("people who have a role are counted once each; owners and superusers, who lose nothing with it, are left out", async () => {
  const before = await templateOf("designer");
  const project = await aProject(services);
  const elsewhere = await aProject(services);
  const member = await aUser(services);
  await give(project, member, "designer");
  await give(elsewhere, member, "designer");
  await give(project, await aUser(services, { superuser: true }), "designer");
  await give(project, project.ownerId, "designer");
  expect(await templateOf("designer")).toMatchObject({
    people: (before?.people ?? 0) + 1,
    accounts: (before?.accounts ?? 0) + 2,
  });
});

test("a project admin keeps what lets people in; owners and superusers keep everything whatever a role loses", async () => {
  const root = await asSuperuser(services);
  const kept = keptPermissions("project_admin");
  for (const flag of kept) {
    const permissions = PERMISSIONS.filter((each) => each !== flag);
    await expect(changeRoleTemplate(root, "project_admin", { permissions, reason: "No" })).rejects.toMatchObject({
      code: "invalid",
      fields: { permissions: [expect.stringContaining(flag)] },
    });
  }
  const project = await aProject(services);
  await give(project, project.ownerId, "project_admin");
  await changeRoleTemplate(root, "project_admin", { permissions: kept, reason: "As little as possible" });
  expect(await stored(project.accountId, "project_admin")).toEqual([...kept]);
  expect([...((await heldIn(project, project.ownerId)) ?? [])]).toEqual([...PERMISSIONS]);
  await changeRoleTemplate(root, "project_admin", { permissions: PERMISSIONS, reason: "Back" });
});

test("an account that is being created while a role changes gets what the role is afterwards", async () => {
  const root = await asSuperuser(services);
  const ownerId = await aUser(services);
  const permissions = defaultsOf("viewer").filter((flag) => flag !== "api_view");
  const { changing, accountId } = await services.db.transaction().execute(async (tx) => {
    const account = await createAccount(tx, { name: "Meanwhile", cell: "local", ownerId });
    const changing = changeRoleTemplate(root, "viewer", { permissions, reason: "Keys are secret" });
    return { changing: { done: changing }, accountId: account.id };
  });
  await changing.done;
  expect(await stored(accountId, "viewer")).toEqual(permissions);
});

test("an account's own role with the same permissions stays as it is", async () => {
  const root = await asSuperuser(services);
  const project = await aProject(services);
  const own = await insertRow(services, "roles", {
    account_id: project.accountId,
    title: "Our operators",
    permissions: [...defaultsOf("live_operator")],
  });
  expect(own.system).toBe(false);
  await changeRoleTemplate(root, "live_operator", { permissions: ["streams_view"], reason: "Only look" });
  const after = await findRow(services, "roles", { id: own.id }, "permissions");
  expect(after?.permissions).toEqual([...defaultsOf("live_operator")]);
});
