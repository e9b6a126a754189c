import { deleteRows, selectOrdered, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import type { Grant } from "../platform/access/scope.ts";
import { aMember, aProject, as, asUser, aUser } from "../platform/testing.ts";
import { sharedServices, ownedBy } from "../testing/fixtures.ts";
import { makeOwner, removeOwner } from "./owners.ts";

const services = await sharedServices();

const grantOf = (accountId: number): Grant => ({
  accountId,
  projectId: null,
  owner: true,
  permissions: new Set(PERMISSIONS),
});
const ownersOf = async (accountId: number) =>
  (await selectRows(services, "account_owners", { account_id: accountId }, "user_id")).map(({ user_id: id }) => id);

async function twoOwners() {
  const project = await aProject(services);
  const { userId } = await aMember(services, project, []);
  await makeOwner(as(services, project.owner), grantOf(project.accountId), userId);
  return { project, second: userId };
}

test("a member becomes an owner and stops being one, and stays a member", async () => {
  const { project, second } = await twoOwners();
  expect(await ownersOf(project.accountId)).toHaveLength(2);
  await makeOwner(as(services, project.owner), grantOf(project.accountId), second);
  await removeOwner(as(services, project.owner), grantOf(project.accountId), second);
  expect(await ownersOf(project.accountId)).toEqual([project.ownerId]);
  const lines = await selectOrdered(services, "audit_log", "id", { account_id: project.accountId }, "action");
  expect(lines.map(({ action }) => action)).toEqual(["user.owner_added", "user.owner_removed"]);
});

test("a stranger to the account cannot become its owner", async () => {
  const project = await aProject(services);
  const stranger = await aUser(services);
  const refused = makeOwner(as(services, project.owner), grantOf(project.accountId), stranger);
  await expect(refused).rejects.toMatchObject({ code: "invalid", fields: { user_id: [expect.any(String)] } });
});

test("nobody ends their own ownership, nor the last one", async () => {
  const project = await aProject(services);
  const grant = grantOf(project.accountId);
  await expect(removeOwner(as(services, project.owner), grant, project.ownerId)).rejects.toMatchObject({
    message: "You cannot end your own ownership. Ask another owner to do it.",
  });
  const root = asUser(await aUser(services, { superuser: true }), true);
  await expect(removeOwner(as(services, root), grant, project.ownerId)).rejects.toMatchObject({
    code: "conflict",
    message: "An account keeps at least one owner. Make someone else an owner first.",
  });
  await expect(deleteRows(services, "users", { id: project.ownerId })).rejects.toThrow(
    "An account keeps at least one owner.",
  );
});

test("of 20 removals of two owners at the same time one owner is left", async () => {
  const { project, second } = await twoOwners();
  const grant = grantOf(project.accountId);
  const removals = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? removeOwner(as(services, project.owner), grant, second)
      : removeOwner(as(services, asUser(second)), grant, project.ownerId),
  );
  const results = await Promise.allSettled(removals);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results)
    if (result.status === "rejected")
      expect(result.reason).toMatchObject({ code: expect.stringMatching(/^(conflict|not_found)$/) });
  expect(await ownersOf(project.accountId)).toHaveLength(1);
});

test("an account can be deleted with its owners", async () => {
  const { project } = await twoOwners();
  await deleteRows(services, "projects", { account_id: project.accountId });
  await deleteRows(services, "accounts", { id: project.accountId });
  expect(await ownersOf(project.accountId)).toEqual([]);
});

test("a former owner's keys are disabled, except those that their role may have", async () => {
  const { project, second } = await twoOwners();
  const { role_id: role } = await selectRow(services, "project_members", { user_id: second }, "role_id");
  await updateRows(services, "roles", { id: role }, { permissions: ["video_view", "api_manage"] });
  const place = ownedBy(project);
  const keys = [["video_view"], ["full"]].map((scopes) => ({
    ...{ ...place, name: scopes.join(), prefix: "vk_live_test", created_by: second, scopes },
    key_hash: Buffer.from(`${scopes.join()} ${project.projectId}`),
  }));
  await services.db.insertInto("api_keys").values(keys).execute();
  await removeOwner(as(services, project.owner), grantOf(project.accountId), second);
  const disabled = services.db.selectFrom("api_keys").select("name").where("disabled_at", "is not", null);
  expect(await disabled.where("project_id", "=", project.projectId).execute()).toEqual([{ name: "full" }]);
});
