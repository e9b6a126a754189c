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
import { inviteUser, listInvitations, resendInvitation, withdrawInvitation } from "./invite.ts";
import { listRoles, listUsers, removeUser, setRole } from "./service.ts";
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
  const invitation = await inviteUser(as(services, project.owner), ground(project), {
    email: "new@example.com",
    roleId: await roleId(project, "Editor"),
  });
  expect(invitation).toMatchObject({ email: "new@example.com", role: { title: "Editor" } });
  expect(await mailsTo("new@example.com")).toEqual([]);
  await sendInvitation.run(services, { invitationId: invitation.id }, run);
  const [mail] = await mailsTo("new@example.com");
  expect(mail?.subject).toBe("You are invited to Test project");
  expect(mail?.body).toContain(`${services.config.urls.login}/activate?token=`);
  const audit = await services.db
    .selectFrom("audit_log")
    .select(["action", "object_title"])
    .where("object_id", "=", invitation.id)
    .where("object_type", "=", "invitation")
    .execute();
  expect(audit).toEqual([{ action: "user.invite", object_title: "new@example.com" }]);
});

test("another tenant's person is invited as one whom nobody knows: no name, no membership, the same answer", async () => {
  const stranger = await aProject(services);
  const { email } = await services.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", stranger.ownerId)
    .executeTakeFirstOrThrow();
  const blocked = await aUser(services);
  await services.db
    .updateTable("users")
    .set({ status: "blocked", email: "blocked@example.com" })
    .where("id", "=", blocked)
    .execute();
  const answers = [];
  for (const address of [email, "nobody.yet@example.com", "blocked@example.com"]) {
    const {
      id,
      email: to,
      link,
      created_at,
      expires_at,
      ...rest
    } = await inviteUser(as(services, project.owner), ground(project), {
      email: address,
      roleId: await roleId(project, "Viewer"),
    });
    expect(to).toBe(address);
    expect(link).toMatch(new RegExp(`^${services.config.urls.login}/invitation\\?token=${id}\\.`));
    expect(expires_at.getTime()).toBeGreaterThan(created_at.getTime());
    answers.push(rest);
    await sendInvitation.run(services, { invitationId: id }, run);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual(answers[2]);
  const { data } = await listUsers(as(services, project.owner), ground(project), { ...everyone, search: email });
  expect(data).toEqual([]);
  expect((await mailsTo(email))[0]?.body).toContain("/invitation?token=");
  expect(await mailsTo("blocked@example.com")).toEqual([]);
});

test("an invitation is sent again, and withdrawn, by its own project only", async () => {
  const invitation = await inviteUser(as(services, project.owner), ground(project), {
    email: "again@example.com",
    roleId: await roleId(project, "Viewer"),
  });
  const other = await aProject(services);
  const foreign = as(services, other.owner);
  await expect(resendInvitation(foreign, ground(other), invitation.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(withdrawInvitation(foreign, ground(other), invitation.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await listInvitations(foreign, ground(other))).toEqual([]);

  const owner = as(services, project.owner);
  const resent = await resendInvitation(owner, ground(project), invitation.id);
  expect(resent).toMatchObject({ id: invitation.id, link: invitation.link });
  await withdrawInvitation(owner, ground(project), invitation.id);
  expect((await listInvitations(owner, ground(project))).map(({ id }) => id)).not.toContain(invitation.id);
  await sendInvitation.run(services, { invitationId: invitation.id }, run);
  expect(await mailsTo("again@example.com")).toEqual([]);
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
    fields: { email: ["This person is invited already. Send the invitation again instead."] },
  });
  const { email } = await services.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", project.ownerId)
    .executeTakeFirstOrThrow();
  const role = await roleId(project, "Viewer");
  await expect(inviteUser(as(services, project.owner), ground(project), { email, roleId: role })).rejects.toMatchObject(
    { fields: { email: ["This person is already in the project."] } },
  );
});

test("a member gets another role, and the owners of the account are in the list", async () => {
  const small = await aProject(services);
  const member = await aMember(services, small, ["video_view"]);
  const context = as(services, small.owner);
  const changed = await setRole(context, ground(small), member.userId, await roleId(small, "Editor"));
  expect(changed).toMatchObject({ id: member.userId, owner: false, role: { title: "Editor" } });
  const { data, pagination } = await listUsers(context, ground(small), everyone);
  expect(pagination.total).toBe(2);
  const people = new Map(data.map(({ id, owner, role }) => [id, [owner, role.title]]));
  expect(people.get(small.ownerId)).toEqual([true, "Owner"]);
  expect(people.get(member.userId)).toEqual([false, "Editor"]);
  const foreign = await roleId(project, "Editor");
  await expect(setRole(context, ground(small), member.userId, foreign)).rejects.toMatchObject({
    fields: { role_id: ["Choose a role of this account."] },
  });
  await expect(setRole(context, ground(small), small.ownerId, foreign)).rejects.toMatchObject({ code: "conflict" });
  const elsewhere = await aMember(services, project, ["video_view"]);
  await expect(setRole(context, ground(small), elsewhere.userId, await roleId(small, "Editor"))).rejects.toMatchObject({
    code: "not_found",
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
  const uploader = await roleId(project, "Uploader");
  await expect(setRole(context, ground(project, held), admin.userId, uploader)).rejects.toMatchObject({
    code: "forbidden",
  });
  const other = await aMember(services, project, ["video_add"]);
  await expect(
    setRole(context, ground(project, held), other.userId, await roleId(project, "Project admin")),
  ).rejects.toMatchObject({ code: "forbidden" });
  await inviteUser(context, ground(project, held), { email: "y@example.com", roleId: uploader });
  await removeUser(context, ground(project, held), other.userId);
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
  const caller: Caller = asUser(small.ownerId);
  for (const name of ["ann", "bob", "cy%"]) {
    const { userId } = await aMember(services, small, ["video_view"]);
    const email = `${name.replace("%", "")}.pages@example.com`;
    await services.db
      .updateTable("users")
      .set({ email, first_name: name, last_name: "Pages" })
      .where("id", "=", userId)
      .execute();
  }
  const first = await listUsers(as(services, caller), ground(small), { page: 1, perPage: 2, search: null });
  expect(first.data.map(({ first_name: name }) => name)).toEqual(["ann", "bob"]);
  expect(first.pagination).toMatchObject({ total: 4, max: 2, from: 1, to: 2 });
  const found = await listUsers(as(services, caller), ground(small), { ...everyone, search: "%" });
  expect(found.data.map(({ first_name: name }) => name)).toEqual(["cy%"]);
  expect(
    (await listUsers(as(services, caller), ground(small), { ...everyone, search: "BOB pages" })).pagination.total,
  ).toBe(1);
});
