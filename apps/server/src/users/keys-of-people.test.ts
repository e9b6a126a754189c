import { expect, test } from "vitest";
import { listKeysLost } from "../api-keys/makers.ts";
import { aMember, aProject, as, auditedActions, type TestProject } from "../platform/testing.ts";
import { sharedServices, ownedBy, grantOf } from "../testing/fixtures.ts";
import { removeAccountMember } from "./account-removal.ts";
import { blockUser } from "./blocking.ts";
import { removeUser } from "./removal.ts";
import { setRole } from "./service.ts";

const services = await sharedServices();

/** A key of a project that a person made. */
async function aKey(of: TestProject, maker: number, name: string, scopes: string[]): Promise<number> {
  const { id } = await services.db
    .insertInto("api_keys")
    .values({
      ...ownedBy(of),
      name,
      prefix: "vk_live_test",
      key_hash: Buffer.from(`${name} ${of.projectId}`),
      scopes,
      created_by: maker,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The keys of a project: their name, whether they are disabled, and whose they are. */
async function keysOf({ projectId }: TestProject) {
  const keys = services.db.selectFrom("api_keys").select(["name", "disabled_at", "created_by"]).orderBy("id");
  const rows = await keys.where("project_id", "=", projectId).execute();
  return rows.map(({ name, disabled_at: at, created_by: by }) => [name, at !== null, by]);
}

async function start() {
  const project = await aProject(services);
  const { userId } = await aMember(services, project, ["video_view", "video_edit", "api_manage"]);
  await aKey(project, userId, "sees", ["video_view"]);
  await aKey(project, userId, "edits", ["video_edit"]);
  await aKey(project, project.ownerId, "another's", ["full"]);
  return { project, userId, owner: as(services, project.owner), grant: grantOf(project) };
}

const roleOf = (project: TestProject, userId: number) =>
  services.db
    .selectFrom("project_members")
    .select("role_id")
    .where("project_id", "=", project.projectId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();

test("the keys of a person who is blocked or removed are disabled, and those of nobody else", async () => {
  for (const leave of [
    ({ owner, grant, userId }) => blockUser(owner, grant, userId, "Left"),
    ({ owner, grant, userId }) => removeUser(owner, grant, userId),
    ({ owner, grant, userId }) => removeAccountMember(owner, grant, userId),
  ] satisfies ((at: Awaited<ReturnType<typeof start>>) => Promise<void>)[]) {
    const at = await start();
    const { project, userId, owner, grant } = at;
    const elsewhere = await aProject(services);
    await aKey(elsewhere, userId, "elsewhere", ["read"]);
    const lost = await listKeysLost(owner, grant, userId, null);
    expect(lost.map(({ name, state }) => [name, state])).toEqual([
      ["sees", "active"],
      ["edits", "active"],
    ]);
    await leave(at);
    expect(await keysOf(project)).toEqual([
      ["sees", true, userId],
      ["edits", true, userId],
      ["another's", false, project.ownerId],
    ]);
    expect(await keysOf(elsewhere)).toEqual([["elsewhere", false, userId]]);
    expect(
      (await auditedActions(services, project.projectId)).filter((action) => action === "api_key.disabled"),
    ).toHaveLength(2);
  }
});

test("a lower role disables the keys that may do more, and all of them without the right to manage keys", async () => {
  const { project, userId, owner, grant } = await start();
  const viewer = await aMember(services, project, ["video_view", "api_manage"]);
  const { role_id: lower } = await roleOf(project, viewer.userId);
  expect((await listKeysLost(owner, grant, userId, lower)).map(({ name }) => name)).toEqual(["edits"]);
  await setRole(owner, grant, userId, lower);
  expect((await keysOf(project)).map(([name, disabled]) => [name, disabled])).toEqual([
    ["sees", false],
    ["edits", true],
    ["another's", false],
  ]);
  const plain = await aMember(services, project, ["video_view"]);
  await setRole(owner, grant, userId, (await roleOf(project, plain.userId)).role_id);
  expect((await keysOf(project)).map(([, disabled]) => disabled)).toEqual([true, true, false]);
});

test("keys are handed to somebody who may have them, by somebody who manages keys", async () => {
  const { project, userId, owner, grant } = await start();
  const viewer = await aMember(services, project, ["video_view", "api_manage"]);
  const editor = await aMember(services, project, ["video_view", "video_edit", "api_manage", "users_manage"]);
  const stranger = await aProject(services);
  for (const keysTo of [viewer.userId, stranger.ownerId, userId, 999_999_999])
    await expect(removeUser(owner, grant, userId, { keysTo })).rejects.toMatchObject({
      code: "invalid",
      fields: { keys_to: [expect.stringMatching(/^Choose another person/)] },
    });
  const managers = grantOf(project, ["video_view", "video_edit", "api_manage", "users_manage"]);
  const { permissions } = managers;
  const without = { ...managers, permissions: new Set([...permissions].filter((each) => each !== "api_manage")) };
  await services.db
    .updateTable("roles")
    .set({ permissions: ["video_view", "video_edit"] })
    .where("id", "=", (await roleOf(project, userId)).role_id)
    .execute();
  await expect(removeUser(as(services, editor), without, userId, { keysTo: editor.userId })).rejects.toMatchObject({
    code: "forbidden",
  });
  expect((await keysOf(project)).map(([, disabled, by]) => [disabled, by])).toContainEqual([false, userId]);
  await removeUser(as(services, editor), managers, userId, { keysTo: editor.userId });
  expect(await keysOf(project)).toEqual([
    ["sees", false, editor.userId],
    ["edits", false, editor.userId],
    ["another's", false, project.ownerId],
  ]);
});
