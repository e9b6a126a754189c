import { findRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import { aMember, aProject, as, auditedActions, type TestProject } from "../platform/testing.ts";
import { addProject, grantOf, sharedServices } from "../testing/fixtures.ts";
import { inviteUser } from "./invite.ts";
import { createRole, deleteRole, listRolePeople, updateRole } from "./roles.ts";
import { listRoles } from "./service.ts";

let project: TestProject;
const services = await sharedServices();

const publisher = {
  title: "Publisher",
  description: "Publishes.",
  permissions: ["video_view", "video_publish"] as Permission[],
};

async function start() {
  project = await aProject(services);
  return { context: as(services, project.owner), grant: grantOf(project) };
}
const give = (userId: number, roleId: number) =>
  updateRows(services, "project_members", { user_id: userId }, { role_id: roleId });
const roleOf = async (userId: number) =>
  (await findRow(services, "project_members", { user_id: userId }, "role_id"))?.role_id;

test("a role is created and changed, and the log says which permissions were gained and lost", async () => {
  const { context, grant } = await start();
  const role = await createRole(context, grant, publisher);
  expect(role).toMatchObject({ title: "Publisher", system: false, people: 0 });
  const changed = { ...publisher, permissions: ["video_view", "video_edit"] as Permission[] };
  expect(await updateRole(context, grant, role.id, changed)).toMatchObject({ permissions: changed.permissions });
  await updateRole(context, grant, role.id, changed);
  expect(await auditedActions(services, project.projectId)).toEqual(["role.created", "role.updated"]);
  const lines = await selectRows(services, "audit_log", { project_id: project.projectId }, "changes");
  expect(lines.at(-1)?.changes).toEqual({ gained: "video_edit", lost: "video_publish" });
});

test("two roles of an account have different titles; another account may have the same", async () => {
  const { context, grant } = await start();
  await createRole(context, grant, publisher);
  const taken = { code: "invalid", fields: { title: ["There is already a role with this title."] } };
  await expect(createRole(context, grant, publisher)).rejects.toMatchObject(taken);
  const other = await createRole(context, grant, { ...publisher, title: "Other" });
  await expect(updateRole(context, grant, other.id, publisher)).rejects.toMatchObject(taken);
  const elsewhere = await aProject(services);
  await createRole(as(services, elsewhere.owner), grantOf(elsewhere), publisher);
});

test("built-in roles and those of other accounts cannot be changed or deleted", async () => {
  const { context, grant } = await start();
  const [builtIn] = await listRoles(context, project.accountId);
  const id = builtIn?.id ?? 0;
  await expect(updateRole(context, grant, id, publisher)).rejects.toMatchObject({ code: "conflict" });
  await expect(deleteRole(context, grant, id, null)).rejects.toMatchObject({ code: "conflict" });
  const elsewhere = await aProject(services);
  const foreign = await createRole(as(services, elsewhere.owner), grantOf(elsewhere), publisher);
  await expect(updateRole(context, grant, foreign.id, publisher)).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteRole(context, grant, foreign.id, null)).rejects.toMatchObject({ code: "not_found" });
  await expect(listRolePeople(context, grant, foreign.id)).rejects.toMatchObject({ code: "not_found" });
});

test("a role that people or invitations have is deleted with a replacement of the account, which they get", async () => {
  const { context, grant } = await start();
  const role = await createRole(context, grant, publisher);
  const next = await createRole(context, grant, { ...publisher, title: "Next" });
  const { userId } = await aMember(services, project, []);
  await give(userId, role.id);
  await inviteUser(context, grant, { email: "soon@example.com", roleId: role.id });
  const refused = (id: number | null) =>
    expect(deleteRole(context, grant, role.id, id)).rejects.toMatchObject({
      code: "invalid",
      fields: { replacement_id: [expect.any(String)] },
    });
  await refused(null);
  await refused(role.id);
  const elsewhere = await aProject(services);
  await refused((await createRole(as(services, elsewhere.owner), grantOf(elsewhere), publisher)).id);
  await deleteRole(context, grant, role.id, next.id);
  expect(await roleOf(userId)).toBe(next.id);
  const invited = await selectRows(services, "project_invitations", { project_id: project.projectId }, "role_id");
  expect(invited).toEqual([{ role_id: next.id }]);
});

test("who has a role is named to owners in all projects, to others in their own", async () => {
  const { context, grant } = await start();
  const role = await createRole(context, grant, publisher);
  const second = await addProject(services, project);
  const here = await aMember(services, project, []);
  const there = await aMember(services, second, []);
  for (const { userId } of [here, there]) await give(userId, role.id);
  expect(await listRolePeople(context, grant, role.id)).toMatchObject({
    total: 2,
    data: expect.arrayContaining([
      expect.objectContaining({ id: here.userId, projects: ["Test project"] }),
      expect.objectContaining({ id: there.userId, projects: ["Second"] }),
    ]),
  });
  const member = await listRolePeople(as(services, here), grantOf(project, PERMISSIONS), role.id);
  expect(member.total).toBe(2);
  expect(member.data.map(({ id }) => id)).toEqual([here.userId]);
});
