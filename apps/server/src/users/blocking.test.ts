import { insertRows, selectRow } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import { findGrant, type ProjectGrant } from "../platform/access/scope.ts";
import { aMember, aProject, as, auditedActions, type TestProject } from "../platform/testing.ts";
import { sharedServices, ownedBy } from "../testing/fixtures.ts";
import { blockUser, unblockUser } from "./blocking.ts";
import { inviteUser } from "./invite.ts";
import { removeUser } from "./removal.ts";
import { listUsers } from "./service.ts";

const services = await sharedServices();

const grantOf = (of: TestProject, permissions: readonly string[] = PERMISSIONS): ProjectGrant => ({
  accountId: of.accountId,
  projectId: of.projectId,
  owner: true,
  permissions: new Set(PERMISSIONS.filter((flag) => permissions.includes(flag))),
});
const everyone = { page: 1, per_page: 30 };

async function start() {
  const project = await aProject(services);
  const member = await aMember(services, project, ["video_view", "video_edit"]);
  const place = ownedBy(project);
  return { project, member, place, owner: as(services, project.owner), grant: grantOf(project) };
}

test("a blocked member has no access, is listed with the reason, and gets the old role back", async () => {
  const { project, member, place, owner, grant } = await start();
  await blockUser(owner, grant, member.userId, "Left the company");
  expect(await findGrant(services.db, member, place)).toBeNull();
  const { data } = await listUsers(owner, grant, { ...everyone, status: "blocked" });
  expect(data).toMatchObject([{ id: member.userId, status: "blocked", blocked_reason: "Left the company" }]);
  expect((await listUsers(owner, grant, { ...everyone, status: "active" })).data).toMatchObject([{ owner: true }]);
  const { email } = await selectRow(services, "users", { id: member.userId }, "email");
  await expect(inviteUser(owner, grant, { email, roleId: data[0]?.role.id ?? 0 })).rejects.toMatchObject({
    fields: { email: ["This person is already in the project."] },
  });
  await unblockUser(owner, grant, member.userId);
  expect([...((await findGrant(services.db, member, place))?.permissions ?? [])].toSorted()).toEqual([
    "video_edit",
    "video_view",
  ]);
  expect(await auditedActions(services, project.projectId)).toEqual(["user.block", "user.unblock"]);
});

test("nobody blocks themselves, a stranger, or someone who may do more", async () => {
  const { project, member, owner, grant } = await start();
  const manager = await aMember(services, project, ["users_manage"]);
  const own = grantOf(project, ["users_manage"]);
  await expect(blockUser(as(services, manager), own, manager.userId, "x")).rejects.toMatchObject({ code: "conflict" });
  await expect(blockUser(as(services, manager), own, member.userId, "x")).rejects.toMatchObject({ code: "forbidden" });
  const stranger = await aProject(services);
  await expect(blockUser(owner, grant, stranger.ownerId, "x")).rejects.toMatchObject({ code: "not_found" });
  await blockUser(owner, grant, member.userId, "x");
  await expect(unblockUser(as(services, manager), own, member.userId)).rejects.toMatchObject({ code: "forbidden" });
  await expect(blockUser(owner, grant, member.userId, "x")).rejects.toMatchObject({ code: "not_found" });
});

test("a person is removed, blocked or not, and their videos of this project become another member's", async () => {
  const { project, member, owner, grant } = await start();
  const heir = await aMember(services, project, []);
  const elsewhere = await aProject(services);
  const video = (of: TestProject, hash: string) => ({
    ...ownedBy(of),
    hash: `${hash}${of.projectId}`,
    title: "A video",
    status: "complete" as const,
    user_id: member.userId,
  });
  await insertRows(services, "videos", [video(project, "a"), video(project, "b"), video(elsewhere, "c")]);
  await expect(removeUser(owner, grant, member.userId, { videosTo: elsewhere.ownerId })).rejects.toMatchObject({
    fields: { videos_to: ["Choose another member of the project."] },
  });
  await blockUser(owner, grant, member.userId, "Left");
  await removeUser(owner, grant, member.userId, { videosTo: heir.userId });
  const owners = await services.db
    .selectFrom("videos")
    .select(["project_id", "user_id"])
    .where("user_id", "in", [heir.userId, member.userId])
    .orderBy("id")
    .execute();
  expect(owners).toEqual([
    { project_id: project.projectId, user_id: heir.userId },
    { project_id: project.projectId, user_id: heir.userId },
    { project_id: elsewhere.projectId, user_id: member.userId },
  ]);
  expect((await listUsers(owner, grant, everyone)).data.map(({ id }) => id)).not.toContain(member.userId);
});

test("people are filtered by role", async () => {
  const { member, owner, grant } = await start();
  const all = await listUsers(owner, grant, everyone);
  const role = all.data.find(({ id }) => id === member.userId)?.role.id ?? 0;
  expect((await listUsers(owner, grant, { ...everyone, role })).data.map(({ id }) => id)).toEqual([member.userId]);
});
