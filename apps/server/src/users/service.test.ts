import { selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import type { InvitationState } from "@kinora/domain/people/invitations.ts";
import { MAIL_KINDS } from "@kinora/domain/people/mail-limits.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import type { Caller } from "../platform/access/caller.ts";
import { aMember, aProject, as, asUser, aUser, givePlan, type TestProject } from "../platform/testing.ts";
import { addProject, roleNamed, sharedProject, RUN, grantOf } from "../testing/fixtures.ts";
import { listInvitations } from "./invitation-rows.ts";
import { inviteUser, inviteUsers, resendInvitation, withdrawInvitation } from "./invite.ts";
import { removeUser } from "./removal.ts";
import { listUsers, setRole } from "./service.ts";
import { sendInvitation } from "./tasks.ts";

const { services, project } = await sharedProject();
const roleId = (of: TestProject, title: string) => roleNamed(services, of, title);
const mailsTo = (recipient: string) => selectRows(services, "development_mails", { recipient });
const everyone = { page: 1, per_page: 30 };

test("a new person is invited by mail, and the link is generated with the mail", async () => {
  const invitation = await inviteUser(as(services, project.owner), grantOf(project), {
    email: "new@example.com",
    roleId: await roleId(project, "Editor"),
  });
  expect(invitation).toMatchObject({ email: "new@example.com", role: { title: "Editor" } });
  expect(await mailsTo("new@example.com")).toEqual([]);
  await sendInvitation.run(services, { invitationId: invitation.id }, RUN);
  const [mail] = await mailsTo("new@example.com");
  expect(mail?.subject).toBe("You are invited to Test project");
  expect(mail?.body).toContain(`${services.config.urls.login}/activate?token=`);
  expect(mail?.body).toContain("Test Person invited you to Test project of Test account on Kinora as Editor.");
  const audit = await selectRows(
    services,
    "audit_log",
    { object_id: invitation.id, object_type: "invitation" },
    "action",
    "object_title",
  );
  expect(audit).toEqual([{ action: "user.invite", object_title: "new@example.com" }]);
  const events = await selectRows(
    services,
    "events",
    { type: "user.invited", project_id: project.projectId },
    "payload",
  );
  expect(events).toEqual([{ payload: { invitation_id: invitation.id } }]);
});

test("inviting another tenant's user gets the same answer as an unknown address, with no name and no membership", async () => {
  const stranger = await aProject(services);
  const { email } = await selectRow(services, "users", { id: stranger.ownerId }, "email");
  const blocked = await aUser(services);
  await updateRows(services, "users", { id: blocked }, { status: "blocked", email: "blocked@example.com" });
  const answers = [];
  for (const address of [email, "nobody.yet@example.com", "blocked@example.com"]) {
    const {
      id,
      email: to,
      link,
      created_at,
      expires_at,
      project_id: _project,
      ...rest
    } = await inviteUser(as(services, project.owner), grantOf(project), {
      email: address,
      roleId: await roleId(project, "Viewer"),
    });
    expect(to).toBe(address);
    expect(link).toMatch(new RegExp(`^${services.config.urls.login}/invitation\\?token=${id}\\.`));
    expect(expires_at.getTime()).toBeGreaterThan(created_at.getTime());
    answers.push(rest);
    await sendInvitation.run(services, { invitationId: id }, RUN);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual(answers[2]);
  const { data } = await listUsers(as(services, project.owner), grantOf(project), { ...everyone, search: email });
  expect(data).toEqual([]);
  expect((await mailsTo(email))[0]?.body).toContain("/invitation?token=");
  expect(await mailsTo("blocked@example.com")).toEqual([]);
});

test("only its own project can resend and withdraw an invitation", async () => {
  const invitation = await inviteUser(as(services, project.owner), grantOf(project), {
    email: "again@example.com",
    roleId: await roleId(project, "Viewer"),
  });
  const other = await aProject(services);
  const foreign = as(services, other.owner);
  await expect(resendInvitation(foreign, grantOf(other), invitation.id)).rejects.toMatchObject({ code: "not_found" });
  await expect(withdrawInvitation(foreign, grantOf(other), invitation.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await listInvitations(foreign, grantOf(other), { per_page: 50 })).toEqual({ data: [], more: false });

  const owner = as(services, project.owner);
  const resent = await resendInvitation(owner, grantOf(project), invitation.id);
  expect(resent).toMatchObject({ id: invitation.id, link: invitation.link });
  await withdrawInvitation(owner, grantOf(project), invitation.id);
  const inState = async (state: InvitationState) =>
    (await listInvitations(owner, grantOf(project), { state, per_page: 50 })).data.map(({ id }) => id);
  expect(await inState("pending")).not.toContain(invitation.id);
  expect(await inState("revoked")).toEqual([invitation.id]);
  await expect(resendInvitation(owner, grantOf(project), invitation.id)).rejects.toMatchObject({ code: "not_found" });
  await sendInvitation.run(services, { invitationId: invitation.id }, RUN);
  expect(await mailsTo("again@example.com")).toEqual([]);
});

test("an invitation that is added meanwhile moves no page of the others, and a filter keeps pages whole", async () => {
  const own = await aProject(services);
  const owner = as(services, own.owner);
  const invite = async (name: string) => {
    const invitation = { email: `${name}@pages.example.com`, roleId: await roleId(own, "Viewer") };
    return (await inviteUser(owner, grantOf(own), invitation)).id;
  };
  const ids: number[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) ids.unshift(await invite(name));
  const page = async (before?: number, state?: InvitationState) => {
    const { data, more } = await listInvitations(owner, grantOf(own), { per_page: 2, before, state });
    return { ids: data.map(({ id }) => id), more };
  };
  await invite("f");
  expect(await page(ids[1])).toEqual({ ids: ids.slice(2, 4), more: true });
  await withdrawInvitation(owner, grantOf(own), ids[2] ?? 0);
  expect(await page(ids[1], "pending")).toEqual({ ids: ids.slice(3), more: false });
});

test("nobody is added twice, even by concurrent requests", async () => {
  const invite = async () =>
    inviteUser(as(services, project.owner), grantOf(project), {
      email: "twice@example.com",
      roleId: await roleId(project, "Viewer"),
    });
  const results = await Promise.allSettled([invite(), invite()]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(invite()).rejects.toMatchObject({
    code: "invalid",
    fields: { email: ["This person is invited already. Send the invitation again instead."] },
  });
  const { email } = await selectRow(services, "users", { id: project.ownerId }, "email");
  const role = await roleId(project, "Viewer");
  await expect(
    inviteUser(as(services, project.owner), grantOf(project), { email, roleId: role }),
  ).rejects.toMatchObject({
    fields: { email: ["This person is already in the project."] },
  });
});

test("a member gets another role, and the owners of the account are in the list", async () => {
  const small = await aProject(services);
  const member = await aMember(services, small, ["video_view"]);
  const context = as(services, small.owner);
  const changed = await setRole(context, grantOf(small), member.userId, await roleId(small, "Editor"));
  expect(changed).toMatchObject({ id: member.userId, owner: false, role: { title: "Editor" } });
  const { data, pagination } = await listUsers(context, grantOf(small), everyone);
  expect(pagination.total).toBe(2);
  const people = new Map(data.map(({ id, owner, role }) => [id, [owner, role.title]]));
  expect(people.get(small.ownerId)).toEqual([true, "Owner"]);
  expect(people.get(member.userId)).toEqual([false, "Editor"]);
  const foreign = await roleId(project, "Editor");
  await expect(setRole(context, grantOf(small), member.userId, foreign)).rejects.toMatchObject({
    fields: { role_id: ["Choose a role of this account."] },
  });
  await expect(setRole(context, grantOf(small), small.ownerId, foreign)).rejects.toMatchObject({ code: "conflict" });
  const elsewhere = await aMember(services, project, ["video_view"]);
  await expect(setRole(context, grantOf(small), elsewhere.userId, await roleId(small, "Editor"))).rejects.toMatchObject(
    {
      code: "not_found",
    },
  );
});

test("a role of another account is refused", async () => {
  const other = await aProject(services);
  const foreign = await roleId(other, "Viewer");
  await expect(
    inviteUser(as(services, project.owner), grantOf(project), { email: "x@example.com", roleId: foreign }),
  ).rejects.toMatchObject({
    code: "invalid",
    fields: { role_id: ["Choose a role of this account."] },
  });
  expect(await selectRows(services, "users", { email: "x@example.com" }, "id")).toEqual([]);
});

test("nobody assigns or removes a role with more permissions than their own", async () => {
  const held: Permission[] = ["users_view", "users_manage", "video_add"];
  const manager = await aMember(services, project, held);
  const admin = await aMember(services, project, PERMISSIONS);
  const context = as(services, manager);
  await expect(
    inviteUser(context, grantOf(project, held), {
      email: "y@example.com",
      roleId: await roleId(project, "Project admin"),
    }),
  ).rejects.toMatchObject({ code: "forbidden" });
  await expect(removeUser(context, grantOf(project, held), admin.userId)).rejects.toMatchObject({ code: "forbidden" });
  const uploader = await roleId(project, "Uploader");
  await expect(setRole(context, grantOf(project, held), admin.userId, uploader)).rejects.toMatchObject({
    code: "forbidden",
  });
  const other = await aMember(services, project, ["video_add"]);
  await expect(
    setRole(context, grantOf(project, held), other.userId, await roleId(project, "Project admin")),
  ).rejects.toMatchObject({ code: "forbidden" });
  await inviteUser(context, grantOf(project, held), { email: "y@example.com", roleId: uploader });
  await removeUser(context, grantOf(project, held), other.userId);
});

test("a removed person is no longer a member, and nobody removes themselves", async () => {
  const member = await aMember(services, project, ["video_view"]);
  await expect(removeUser(as(services, member), grantOf(project), member.userId)).rejects.toMatchObject({
    code: "conflict",
  });
  await removeUser(as(services, project.owner), grantOf(project), member.userId);
  const { data } = await listUsers(as(services, project.owner), grantOf(project), { ...everyone, per_page: 100 });
  expect(data.map(({ id }) => id)).not.toContain(member.userId);
  await expect(removeUser(as(services, project.owner), grantOf(project), member.userId)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("members are paged and searchable by a part of their name or address", async () => {
  const small = await aProject(services);
  const caller: Caller = asUser(small.ownerId);
  for (const name of ["ann", "bob", "cy%"]) {
    const { userId } = await aMember(services, small, ["video_view"]);
    const email = `${name.replace("%", "")}.pages@example.com`;
    await updateRows(services, "users", { id: userId }, { email, first_name: name, last_name: "Pages" });
  }
  const first = await listUsers(as(services, caller), grantOf(small), { page: 1, per_page: 2 });
  expect(first.data.map(({ first_name: name }) => name)).toEqual(["ann", "bob"]);
  expect(first.pagination).toMatchObject({ total: 4, max: 2, from: 1, to: 2 });
  const found = await listUsers(as(services, caller), grantOf(small), { ...everyone, search: "%" });
  expect(found.data.map(({ first_name: name }) => name)).toEqual(["cy%"]);
  expect(
    (await listUsers(as(services, caller), grantOf(small), { ...everyone, search: "BOB pages" })).pagination.total,
  ).toBe(1);
});

test("several people are invited to several projects with a message; who is invited already is named and left out", async () => {
  const own = await aProject(services);
  const owner = as(services, own.owner);
  const second = await addProject(services, own);
  const roleIdOf = await roleId(own, "Viewer");
  await inviteUser(owner, grantOf(own), { email: "one@example.com", roleId: roleIdOf });
  const { data, refused } = await inviteUsers(owner, grantOf(own), {
    emails: ["one@example.com", "two@example.com"],
    roleId: roleIdOf,
    projectIds: [second.projectId, own.projectId],
    message: "Welcome!\nSee https://evil.example",
  });
  expect(data.map(({ email, project_id: to, state }) => [email, to, state])).toEqual([
    ["two@example.com", own.projectId, "pending"],
    ["one@example.com", second.projectId, "pending"],
    ["two@example.com", second.projectId, "pending"],
  ]);
  expect(refused).toEqual([
    {
      email: "one@example.com",
      project_id: own.projectId,
      message: "This person is invited already. Send the invitation again instead.",
    },
  ]);
  await sendInvitation.run(services, { invitationId: data[0]?.id ?? 0 }, RUN);
  const [mail] = await mailsTo("two@example.com");
  expect(mail?.body).toContain("Test Person writes:\n> Welcome!\n> See https: / / evil. example");
});

test("nobody invites to a project of another account, nor to one whose users they do not manage", async () => {
  const own = await aProject(services);
  const other = await aProject(services);
  const second = await addProject(services, own);
  const member = await aMember(services, own, PERMISSIONS);
  const wanted = { emails: ["x@example.com"], roleId: await roleId(own, "Viewer"), message: "" };
  const refused = { code: "invalid", fields: { project_ids: ["Choose projects of this account."] } };
  for (const [caller, id] of [
    [own.owner, other.projectId],
    [member, second.projectId],
  ] as const)
    await expect(
      inviteUsers(as(services, caller), grantOf(own), { ...wanted, projectIds: [id] }),
    ).rejects.toMatchObject(refused);
  await aMember(services, second, []);
  expect(await selectRows(services, "project_invitations", { email: "x@example.com" }, "id")).toEqual([]);
});

test("nobody is invited beyond the seats of the plan, one by one or together", async () => {
  const small = await aProject(services);
  await givePlan(services, small.accountId, { seats: 2 });
  const context = as(services, small.owner);
  const viewer = await roleId(small, "Viewer");
  const together = { roleId: viewer, projectIds: [], message: "" };
  const both = inviteUsers(context, grantOf(small), { ...together, emails: ["one@example.com", "two@example.com"] });
  await expect(both).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("allows 2 people") });
  await inviteUser(context, grantOf(small), { email: "one@example.com", roleId: viewer });
  const third = inviteUser(context, grantOf(small), { email: "two@example.com", roleId: viewer });
  await expect(third).rejects.toMatchObject({ code: "conflict" });
  const { data } = await listInvitations(context, grantOf(small), { per_page: 50 });
  expect(data.map(({ email }) => email)).toEqual(["one@example.com"]);
});

test("people cause ten mails a day to an address, whichever account they are of, and 200 of an account", async () => {
  const [one, other] = [await aProject(services), await aProject(services)];
  // All of it is on one day.
  const noon = new Date().setUTCHours(12);
  const on = (days: number) => ({ ...services, clock: { now: () => new Date(noon + days * 86_400_000) } });
  const invite = async (of: TestProject, email: string) =>
    inviteUser(as(on(0), of.owner), grantOf(of), { email, roleId: await roleId(of, "Editor") });
  const stranger = "stranger@example.com";
  const { id } = await invite(one, stranger);
  await invite(other, stranger);
  const resend = (days = 0) => resendInvitation(as(on(days), one.owner), grantOf(one), id);
  for (let mails = 2; mails < (MAIL_KINDS.invitation.toAddress ?? 0); mails += 1) await resend();
  const refused = { code: "rate_limited", retryAfterSeconds: expect.any(Number) };
  await expect(resend()).rejects.toMatchObject({ ...refused, message: expect.stringContaining(stranger) });
  await resend(1);

  const day = new Date(noon).toISOString().slice(0, 10);
  await updateRows(
    services,
    "mail_counts",
    { day, subject: `account ${other.accountId}` },
    { mails: MAIL_KINDS.invitation.ofAccount ?? 0 },
  );
  await expect(invite(other, "another@example.com")).rejects.toMatchObject(refused);
  expect((await listInvitations(as(services, other.owner), grantOf(other), { per_page: 50 })).data).toHaveLength(1);
});
