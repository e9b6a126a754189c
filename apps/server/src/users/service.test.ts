import { PERMISSIONS, type Permission } from "@kinora/domain/permissions.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "../platform/caller.ts";
import type { ProjectGround } from "../platform/scope.ts";
import {
  aMember,
  aProject,
  as,
  asUser,
  aUser,
  testServices,
  type TestProject,
  type TestServices,
} from "../platform/testing.ts";
import { inviteUser } from "./invite.ts";
import { listRoles, listUsers, removeUser } from "./service.ts";
import { sendInvitation } from "./tasks.ts";

let services: TestServices;
let project: TestProject;

beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
});
afterAll(() => services.stop());

const run = { jobId: "1", signal: new AbortController().signal, failures: 0 };
const ground = (of: TestProject, permissions: readonly Permission[] = PERMISSIONS): ProjectGround => ({
  accountId: of.accountId,
  projectId: of.projectId,
  owner: permissions === PERMISSIONS,
  permissions: new Set(permissions),
});
const roleId = async (of: TestProject, title: string) => {
  const roles = await listRoles(as(services, of.owner), of.accountId);
  return roles.find((role) => role.title === title)?.id ?? 0;
};
const mailsTo = (recipient: string) =>
  services.db.selectFrom("development_mails").selectAll().where("recipient", "=", recipient).execute();
const everyone = { page: 1, perPage: 30, search: null };

test("a person who is new is invited by mail, and the link is made only when the mail is", async () => {
  const { user, invited } = await inviteUser(as(services, project.owner), ground(project), {
    email: "new@example.com",
    roleId: await roleId(project, "Editor"),
  });
  expect(invited).toBe(true);
  expect(user).toMatchObject({ email: "new@example.com", status: "invited", role: { title: "Editor" } });
  expect(await mailsTo("new@example.com")).toEqual([]);
  await sendInvitation.run(services, { userId: user.id, projectId: project.projectId }, run);
  const [mail] = await mailsTo("new@example.com");
  expect(mail?.subject).toBe("You are invited to Test project");
  expect(mail?.body).toContain(`${services.config.urls.login}/activate?token=`);
  const audit = await services.db
    .selectFrom("audit_log")
    .select(["action", "object_title"])
    .where("object_id", "=", user.id)
    .where("object_type", "=", "user")
    .execute();
  expect(audit).toEqual([{ action: "user.invite", object_title: "new@example.com" }]);
});

test("a person who can sign in is just added, and hears nothing of activation", async () => {
  const userId = await aUser(services);
  const { email } = await services.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const { user, invited } = await inviteUser(as(services, project.owner), ground(project), {
    email,
    roleId: await roleId(project, "Viewer"),
  });
  expect(invited).toBe(false);
  expect(user).toMatchObject({ id: userId, status: "active" });
  await sendInvitation.run(services, { userId, projectId: project.projectId }, run);
  expect(await mailsTo(email)).toEqual([]);
});

test("nobody is added twice, not even by two requests at once", async () => {
  const invite = async () =>
    inviteUser(as(services, project.owner), ground(project), {
      email: "twice@example.com",
      roleId: await roleId(project, "Viewer"),
    });
  const results = await Promise.allSettled([invite(), invite()]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(invite()).rejects.toMatchObject({
    code: "invalid",
    fields: { email: ["This person is already a member of the project."] },
  });
});

test("a role of another account is refused", async () => {
  const other = await aProject(services);
  const foreign = await roleId(other, "Viewer");
  await expect(
    inviteUser(as(services, project.owner), ground(project), { email: "x@example.com", roleId: foreign }),
  ).rejects.toMatchObject({
    code: "invalid",
    fields: { role_id: ["Choose a role of this account."] },
  });
  expect(await services.db.selectFrom("users").select("id").where("email", "=", "x@example.com").execute()).toEqual([]);
});

test("nobody gives or takes away a role that may do more than their own", async () => {
  const held: Permission[] = ["users_view", "users_manage", "video_add"];
  const manager = await aMember(services, project, held);
  const admin = await aMember(services, project, PERMISSIONS);
  const context = as(services, manager);
  await expect(
    inviteUser(context, ground(project, held), {
      email: "y@example.com",
      roleId: await roleId(project, "Project admin"),
    }),
  ).rejects.toMatchObject({ code: "forbidden" });
  await expect(removeUser(context, ground(project, held), admin.userId)).rejects.toMatchObject({ code: "forbidden" });
  const { user } = await inviteUser(context, ground(project, held), {
    email: "y@example.com",
    roleId: await roleId(project, "Uploader"),
  });
  await removeUser(context, ground(project, held), user.id);
});

test("a removed person is no member, and nobody removes themselves", async () => {
  const member = await aMember(services, project, ["video_view"]);
  await expect(removeUser(as(services, member), ground(project), member.userId)).rejects.toMatchObject({
    code: "conflict",
  });
  await removeUser(as(services, project.owner), ground(project), member.userId);
  const { data } = await listUsers(as(services, project.owner), ground(project), { ...everyone, perPage: 100 });
  expect(data.map(({ id }) => id)).not.toContain(member.userId);
  await expect(removeUser(as(services, project.owner), ground(project), member.userId)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("members come in pages and are found by a part of their name or address", async () => {
  const small = await aProject(services);
  const role = await roleId(small, "Viewer");
  const caller: Caller = asUser(small.ownerId);
  for (const name of ["ann", "bob", "cy%"]) {
    await inviteUser(as(services, caller), ground(small), {
      email: `${name.replace("%", "")}.pages@example.com`,
      roleId: role,
    });
    await services.db
      .updateTable("users")
      .set({ first_name: name, last_name: "Pages" })
      .where("email", "=", `${name.replace("%", "")}.pages@example.com`)
      .execute();
  }
  const first = await listUsers(as(services, caller), ground(small), { page: 1, perPage: 2, search: null });
  expect(first.data.map(({ first_name: name }) => name)).toEqual(["ann", "bob"]);
  expect(first.pagination).toMatchObject({ total: 3, max: 2, from: 1, to: 2 });
  const found = await listUsers(as(services, caller), ground(small), { ...everyone, search: "%" });
  expect(found.data.map(({ first_name: name }) => name)).toEqual(["cy%"]);
  expect(
    (await listUsers(as(services, caller), ground(small), { ...everyone, search: "BOB pages" })).pagination.total,
  ).toBe(1);
});
