import { insertRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import { startSession } from "../login/sessions.ts";
import { aMember, aProject, as, auditedActions, type TestProject } from "../platform/testing.ts";
import { accountGrantOf, grantOf, sharedServices, addMember, roleNamed } from "../testing/fixtures.ts";
import { blockUser } from "./blocking.ts";
import { signOutMember, signOutUser } from "./ending-sessions.ts";
import { listUsers } from "./service.ts";

const services = await sharedServices();

async function start() {
  const project = await aProject(services);
  const member = await aMember(services, project, ["video_view"]);
  return { project, member, owner: as(services, project.owner), grant: grantOf(project) };
}

const signIn = (userId: number) =>
  startSession(
    services.db,
    userId,
    { ip: "192.0.2.1", userAgent: "Firefox" },
    { earlier: undefined, isFactor: false },
    services.clock.now(),
  );
const sessionsOf = async (userId: number) =>
  (await selectRows(services, "login_sessions", { user_id: userId }, "id")).length;

test("who manages users ends all sessions of a member, blocked or not, and nobody else's", async () => {
  const { project, member, owner, grant } = await start();
  const colleague = await aMember(services, project, []);
  for (const { userId } of [member, member, colleague]) await signIn(userId);
  await signOutUser(owner, grant, member.userId);
  expect([await sessionsOf(member.userId), await sessionsOf(colleague.userId)]).toEqual([0, 1]);
  await blockUser(owner, grant, member.userId, "Left");
  await signIn(member.userId);
  await signOutUser(owner, grant, member.userId);
  expect(await sessionsOf(member.userId)).toBe(0);
  expect(await auditedActions(services, project.projectId)).toEqual([
    "user.signed_out_everywhere",
    "user.block",
    "user.signed_out_everywhere",
  ]);
});

test("an owner of the account ends them, and an owner of another one does not", async () => {
  const { project, member, owner } = await start();
  const other = await aProject(services);
  await signIn(member.userId);
  const foreign = as(services, other.owner);
  await expect(signOutMember(foreign, accountGrantOf(other), member.userId)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(signOutUser(foreign, grantOf(other), member.userId)).rejects.toMatchObject({ code: "not_found" });
  expect(await sessionsOf(member.userId)).toBe(1);
  await signOutMember(owner, accountGrantOf(project), member.userId);
  expect(await sessionsOf(member.userId)).toBe(0);
});

test("sessions of those who may do more, or who are not of this account alone, stay", async () => {
  const { project, member, owner, grant } = await start();
  const manager = await aMember(services, project, ["users_manage"]);
  const asManager = as(services, manager);
  const own = grantOf(project, ["users_manage"]);
  const refused = (userId: number) => signOutUser(owner, grant, userId);
  await expect(signOutUser(asManager, own, member.userId)).rejects.toMatchObject({ code: "forbidden" });
  await expect(signOutUser(asManager, own, manager.userId)).rejects.toMatchObject({ code: "conflict" });
  await expect(refused(project.ownerId)).rejects.toMatchObject({ code: "not_found" });
  const elsewhere = await aProject(services);
  await joins(elsewhere, member.userId);
  await expect(refused(member.userId)).rejects.toMatchObject({ code: "conflict" });
  await expect(signOutMember(owner, accountGrantOf(project), member.userId)).rejects.toMatchObject({
    code: "conflict",
  });
  await updateRows(services, "users", { id: manager.userId }, { superuser: true });
  await expect(refused(manager.userId)).rejects.toMatchObject({ code: "conflict" });
});

/** Makes a person a member of another account's project. */
const joins = async (project: TestProject, userId: number) =>
  addMember(services, project, userId, await roleNamed(services, project, "Viewer"));

test("the list says in how many projects each is, and to managers who has a second factor", async () => {
  const { project, member, owner, grant } = await start();
  await insertRow(services, "login_totp", {
    user_id: member.userId,
    secret_sealed: Buffer.alloc(32),
    confirmed_at: new Date(),
  });
  const all = { page: 1, per_page: 30 };
  const figures = async (permissions: Parameters<typeof grantOf>[1]) => {
    const { data } = await listUsers(owner, permissions ? grantOf(project, permissions) : grant, all);
    return new Map(data.map(({ id, projects, second_factor: factor }) => [id, { projects, factor }]));
  };
  const seen = await figures([...PERMISSIONS]);
  expect(seen.get(member.userId)).toEqual({ projects: 1, factor: true });
  expect(seen.get(project.ownerId)).toEqual({ projects: 1, factor: false });
  expect((await figures(["users_view"])).get(member.userId)).toEqual({ projects: 1, factor: null });
});
