import { deleteRows, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listOwnerKeys, makeOwner, removeOwner } from "../accounts/owners.ts";
import { listKeysLost } from "../api-keys/makers.ts";
import { createApiKey, readApiKey, setApiKeyDisabled } from "../api-keys/service.ts";
import { restoreCaller } from "../platform/access/acting.ts";
import { aMember, aProject, as, asUser, auditedActions, type TestProject } from "../platform/testing.ts";
import { answerChannels } from "../session/channels.ts";
import { findKeyCaller } from "../session/key-caller.ts";
import { sharedServices, grantOf, addApiKey } from "../testing/fixtures.ts";
import { until } from "../testing/until.ts";
import { removeAccountMember } from "./account-removal.ts";
import { blockUser } from "./blocking.ts";
import { removeUser } from "./removal.ts";
import { listRolePeople } from "./roles.ts";
import { setRole } from "./service.ts";

const services = await sharedServices();

/** A key of a project that a person made. */
const aKey = async (of: TestProject, maker: number, name: string, scopes: string[]): Promise<number> =>
  (await addApiKey(services, of, { name, scopes, created_by: maker })).id;

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
  selectRow(services, "project_members", { project_id: project.projectId, user_id: userId }, "role_id");

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
  await updateRows(
    services,
    "roles",
    { id: (await roleOf(project, userId)).role_id },
    { permissions: ["video_view", "video_edit"] },
  );
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

/** What a secret of a key may do now. */
async function permissionsOf(secret: string): Promise<readonly Permission[]> {
  const caller = await findKeyCaller(services, secret, { address: "203.0.113.1", origin: undefined });
  if (caller.kind !== "api_key") throw new Error("The secret is no key's.");
  return caller.permissions;
}

const settings = (scopes: string[]) => ({ name: "Key", scopes, addresses: [], origins: [], expires_at: null });

test("a key may do what its scopes and its maker's role both allow, at each request, channel and job", async () => {
  const { project, userId, grant } = await start();
  const maker = as(services, asUser(userId));
  const own = grantOf(project, ["video_view", "video_edit", "streams_view", "api_manage"]);
  const { role_id: roleId } = await roleOf(project, userId);
  const role = (permissions: Permission[]) => updateRows(services, "roles", { id: roleId }, { permissions });
  await role(["video_view", "video_edit", "streams_view", "api_manage"]);
  const { data, secret } = await createApiKey(maker, own, settings(["video_view", "video_edit", "streams_view"]));
  expect(data.lacks).toEqual([]);
  await role(["streams_view"]);
  expect(await permissionsOf(secret)).toEqual(["streams_view"]);
  expect(await restoreCaller(services.db, { user_id: null, api_key_id: data.id })).toMatchObject({
    permissions: ["streams_view"],
  });
  const caller = await findKeyCaller(services, secret, { address: "203.0.113.1", origin: undefined });
  const channel = `project_channel_${project.projectId}`;
  expect(await answerChannels(services, [{ caller, channel }])).toEqual(["allowed"]);
  await role([]);
  expect(await answerChannels(services, [{ caller, channel }])).toEqual(["refused"]);
  expect((await readApiKey(maker, project.projectId, data.id)).lacks).toEqual([
    "video_view",
    "streams_view",
    "video_edit",
  ]);
  // Who enables it makes it their own.
  const owner = as(services, project.owner);
  await setApiKeyDisabled(owner, grant, data.id, true);
  await setApiKeyDisabled(owner, grant, data.id, false);
  expect(await permissionsOf(secret)).toEqual(["video_view", "streams_view", "video_edit"]);
  await updateRows(services, "users", { id: project.ownerId }, { status: "blocked" });
  expect(await permissionsOf(secret)).toEqual([]);
});

test("a key that another key created ends with the person who made that one", async () => {
  const { project, userId, owner, grant } = await start();
  const own = grantOf(project, ["video_view", "video_edit", "api_manage"]);
  const parent = await createApiKey(as(services, asUser(userId)), own, settings(["video_view", "api_manage"]));
  const caller = await findKeyCaller(services, parent.secret, { address: "203.0.113.1", origin: undefined });
  const child = await createApiKey(as(services, caller), own, settings(["video_view"]));
  await removeUser(owner, grant, userId);
  await expect(permissionsOf(child.secret)).rejects.toThrow("This API key is disabled.");
});

test("the question about an owner lists the keys they may not have as a member, which are disabled or handed over", async () => {
  const { project, userId, owner, grant } = await start();
  const heir = await aMember(services, project, []);
  for (const id of [userId, heir.userId]) await makeOwner(owner, grant, id);
  await aKey(project, userId, "everything", ["full"]);
  expect((await listOwnerKeys(owner, grant, userId)).map(({ name }) => name)).toEqual(["everything"]);
  await expect(listOwnerKeys(owner, grant, 999_999_999)).rejects.toMatchObject({ code: "not_found" });
  await removeOwner(owner, grant, userId, heir.userId);
  expect((await keysOf(project)).slice(-1)).toEqual([["everything", false, heir.userId]]);
});

test("the people of a role are shown with the keys that a change of it concerns, to owners alone", async () => {
  const { project, userId, owner, grant } = await start();
  const { role_id: roleId } = await roleOf(project, userId);
  const { keys } = await listRolePeople(owner, grant, roleId);
  expect(keys.map(({ name, scopes }) => [name, scopes])).toEqual([
    ["sees", ["video_view"]],
    ["edits", ["video_edit"]],
  ]);
  expect((await listRolePeople(owner, { ...grant, owner: false }, roleId)).keys).toEqual([]);
});

test("of a key that is created and its maker's removal at one moment, no key is left that works later", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { project, userId, owner, grant } = await start();
    const own = grantOf(project, ["video_view", "video_edit", "api_manage"]);
    const created = Array.from({ length: 4 }, () =>
      createApiKey(as(services, asUser(userId)), own, settings(["video_view"])),
    );
    const [removed, ...tries] = await Promise.allSettled([removeUser(owner, grant, userId), ...created]);
    expect(removed).toMatchObject({ status: "fulfilled" });
    for (const each of tries) if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "forbidden" });
    const theirs = (await keysOf(project)).filter(([, , by]) => by === userId);
    expect(theirs.filter(([, disabled]) => !disabled)).toEqual([]);
  }
});

test("a key is created after its maker's removal began: it waits, and is refused", async () => {
  const { project, userId } = await start();
  const own = grantOf(project, ["video_view", "api_manage"]);
  const removal = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  const removing = services.db.transaction().execute(async (tx) => {
    await deleteRows(tx, "project_members", { user_id: userId });
    deleted.resolve();
    await removal.promise;
  });
  await deleted.promise;
  // Settled at once, so that a refusal before the check below is not one that nobody handles.
  const creating = Promise.allSettled([createApiKey(as(services, asUser(userId)), own, settings(["video_view"]))]);
  await until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      services.db,
    );
    return rows.length > 0;
  });
  removal.resolve();
  await removing;
  expect(await creating).toMatchObject([{ status: "rejected", reason: { code: "forbidden" } }]);
});
