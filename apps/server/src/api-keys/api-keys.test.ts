import { selectOrdered, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { API_KEYS_MAX } from "@kinora/domain/api-keys/limits.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import type { Context } from "../context.ts";
import { findGrant, type ProjectGrant } from "../platform/access/scope.ts";
import { aMember, as, auditedActions } from "../platform/testing.ts";
import { projectOfEachTest, ownedBy } from "../testing/fixtures.ts";
import type { KeySettings } from "./queries.ts";
import { rotateApiKey } from "./rotation.ts";
import { createApiKey, deleteApiKey, listApiKeys, setApiKeyDisabled, updateApiKey } from "./service.ts";

const { services, project, context, grant } = await projectOfEachTest();

const settings = (change: Partial<KeySettings> = {}): KeySettings => ({
  name: "Import script",
  scopes: ["read"],
  addresses: [],
  origins: [],
  expires_at: null,
  ...change,
});

/** What a member with these permissions works with. */
async function asMember(permissions: readonly Permission[]): Promise<[Context, ProjectGrant]> {
  const caller = await aMember(services, project, permissions);
  return [as(services, caller), { ...grant, owner: false, permissions: new Set(permissions) }];
}

test("a key is listed with its prefix and creator, and its secret is stored nowhere", async () => {
  const { data, secret } = await createApiKey(context, grant, settings());
  expect(secret).toMatch(/^vk_live_[\w-]{43}$/);
  expect(data).toMatchObject({
    name: "Import script",
    prefix: secret.slice(0, 12),
    scopes: ["read"],
    state: "active",
    requests_24h: 0,
    last_used_at: null,
    created_by: { id: project.ownerId, first_name: "Test" },
  });
  expect(await listApiKeys(context, project.projectId)).toEqual([data]);
  const rows = await selectRows(services, "api_keys", {});
  const audited = await selectRows(services, "audit_log", {});
  const events = await selectRows(services, "events", {});
  expect(JSON.stringify([rows, audited, events])).not.toContain(secret);
});

test("nobody creates a key that may do more than they may", async () => {
  const [member, own] = await asMember(["api_manage", "video_view"]);
  await expect(createApiKey(member, own, settings({ scopes: ["full"] }))).rejects.toMatchObject({
    code: "forbidden",
    message:
      "This key can do more than you. You lack “Upload videos”, “View livestreams”, “View analytics” and 30 more.",
  });
  const { data } = await createApiKey(member, own, settings({ scopes: ["video_view"] }));
  expect(data.scopes).toEqual(["video_view"]);
  await expect(updateApiKey(member, own, data.id, settings({ scopes: ["video_view", "video_edit"] }))).rejects.toThrow(
    "You lack “Edit videos”",
  );
  expect((await listApiKeys(context, project.projectId))[0]?.scopes).toEqual(["video_view"]);
});

test("a key that may do more than its administrator is disabled and deleted by them, but not handed out", async () => {
  const { data } = await createApiKey(context, grant, settings({ scopes: ["full"] }));
  const [member, own] = await asMember(["api_manage"]);
  await expect(rotateApiKey(member, own, data.id, 0)).rejects.toMatchObject({ code: "forbidden" });
  await expect(updateApiKey(member, own, data.id, settings({ scopes: ["full"], name: "Other" }))).rejects.toMatchObject(
    {
      code: "forbidden",
    },
  );
  expect((await setApiKeyDisabled(member, own, data.id, true)).state).toBe("disabled");
  await expect(setApiKeyDisabled(member, own, data.id, false)).rejects.toMatchObject({ code: "forbidden" });
  await deleteApiKey(member, own, data.id);
  expect(await listApiKeys(context, project.projectId)).toEqual([]);
});

test("a key creates keys within its own addresses and until its own expiry", async () => {
  const expires = new Date(Date.now() + 86_400_000);
  const parent = await createApiKey(
    context,
    grant,
    settings({ scopes: ["full"], addresses: ["203.0.113.0/24"], expires_at: expires }),
  );
  const caller = {
    kind: "api_key" as const,
    keyId: parent.data.id,
    projectId: project.projectId,
    accountId: project.accountId,
    permissions: PERMISSIONS,
  };
  const byKey = as(services, caller);
  const own = (await findGrant(services.db, caller, ownedBy(project))) as ProjectGrant;
  const inside = { addresses: ["203.0.113.7"], expires_at: expires };
  await expect(createApiKey(byKey, own, settings({ ...inside, addresses: [] }))).rejects.toThrow("Choose addresses");
  await expect(createApiKey(byKey, own, settings({ ...inside, expires_at: null }))).rejects.toThrow("Choose an expiry");
  const { data } = await createApiKey(byKey, own, settings(inside));
  expect(data).toMatchObject({ ...inside, created_by: { id: project.ownerId } });
  const open = await createApiKey(context, grant, settings());
  await expect(rotateApiKey(byKey, own, open.data.id, 0)).rejects.toThrow("Choose addresses");
});

test("an expiry in the past is refused, and an expired key can still be renamed", async () => {
  const past = new Date(Date.now() - 1_000);
  await expect(createApiKey(context, grant, settings({ expires_at: past }))).rejects.toMatchObject({
    code: "invalid",
    fields: { expires_at: ["Choose a time in the future."] },
  });
  const { data } = await createApiKey(context, grant, settings({ expires_at: new Date(Date.now() + 60_000) }));
  await updateRows(services, "api_keys", { id: data.id }, { expires_at: past });
  const renamed = await updateApiKey(context, grant, data.id, settings({ name: "Old script", expires_at: past }));
  expect(renamed).toMatchObject({ name: "Old script", state: "expired" });
});

test("each change is recorded once, and what changes nothing is not", async () => {
  const { data } = await createApiKey(context, grant, settings());
  await updateApiKey(context, grant, data.id, settings());
  await updateApiKey(context, grant, data.id, settings({ addresses: ["203.0.113.9"] }));
  for (const disabled of [true, true, false, false]) await setApiKeyDisabled(context, grant, data.id, disabled);
  await rotateApiKey(context, grant, data.id, 1);
  await deleteApiKey(context, grant, data.id);
  const changes = ["created", "updated", "disabled", "enabled", "rotated", "deleted"].map((what) => `api_key.${what}`);
  expect(await auditedActions(services, project.projectId)).toEqual(changes);
  const events = await selectOrdered(services, "events", "id", { project_id: project.projectId }, "type", "payload");
  expect(events.map(({ type }) => type)).toEqual(changes);
  expect(events.every(({ payload }) => JSON.stringify(payload) === JSON.stringify({ api_key_id: data.id }))).toBe(true);
});

test("a project has a limited number of keys, also when they are created at the same time", async () => {
  const row = { ...ownedBy(project), name: "Key", prefix: "vk", scopes: [] };
  const rows = Array.from({ length: API_KEYS_MAX - 1 }, (_, at) => ({
    ...row,
    key_hash: Buffer.from(`${project.projectId} ${at}`),
  }));
  await services.db.insertInto("api_keys").values(rows).execute();
  const results = await Promise.allSettled([1, 2, 3].map(() => createApiKey(context, grant, settings())));
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
});
