import { randomBytes } from "node:crypto";
import { deleteRows, insertRow, insertRows, selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { WEBHOOKS_MAX } from "@kinora/domain/webhooks/limits.ts";
import { beforeEach, expect, test } from "vitest";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aProject, as, auditedActions, type TestProject } from "../platform/testing.ts";
import { sharedServices, grantOf, ownedBy, addCategory } from "../testing/fixtures.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
  setWebhookDisabled,
  testWebhook,
  updateWebhook,
  type WebhookSettings,
} from "./service.ts";

let project: TestProject;
let context: Context;
let grant: ProjectGrant;

const services = await sharedServices();
beforeEach(async () => {
  project = await aProject(services);
  context = as(services, project.owner);
  grant = grantOf(project);
});

const settings = (change: Partial<WebhookSettings> = {}): WebhookSettings => ({
  name: "Newsroom",
  url: "https://example.com/hooks",
  events: ["video.published"],
  ...change,
});

const queued = async () =>
  selectOrdered(
    services,
    "webhook_deliveries",
    "id",
    { project_id: project.projectId },
    "webhook_id",
    "type",
    "object",
    "state",
  );

const emit = (type: string, payload: Record<string, unknown>) =>
  services.db.transaction().execute((tx) => services.emit(tx, { type, ...grant, payload, actor: { kind: "system" } }));

test("a webhook is listed without its secret, which is stored sealed", async () => {
  const { data, secret } = await createWebhook(context, grant, settings());
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(data).toMatchObject({ ...settings(), state: "active", attempts_24h: 0, last_attempt: null, inbox: false });
  expect(data.half_hours).toHaveLength(48);
  expect(await listWebhooks(context, project.projectId)).toEqual([data]);
  const rows = await selectRows(services, "webhooks", {});
  const audited = await selectRows(services, "audit_log", {});
  expect(JSON.stringify([rows, audited])).not.toContain(secret.slice("whsec_".length));
});

test("an address without encryption is refused while private networks are not allowed", async () => {
  await expect(createWebhook(context, grant, settings({ url: "http://example.com/" }))).rejects.toMatchObject({
    code: "invalid",
    fields: { url: ["Write an address that begins with https://."] },
  });
});

test.each([
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://0x7f000001/",
  "https://10.1.2.3:8443/",
  "https://localhost/",
])("%s, where nothing would be delivered to, is refused when it is saved", async (url) => {
  const refusal = { code: "invalid", fields: { url: [expect.stringContaining("machine or network")] } };
  await expect(createWebhook(context, grant, settings({ url }))).rejects.toMatchObject(refusal);
  const { data } = await createWebhook(context, grant, settings());
  await expect(updateWebhook(context, grant, data.id, settings({ url }))).rejects.toMatchObject(refusal);
  expect(await readWebhook(context, project.projectId, data.id)).toMatchObject(settings());
  const open: Context = { ...context, config: { ...context.config, allowPrivateUrls: true } };
  expect((await createWebhook(open, grant, settings({ url }))).data.url).toBe(url);
  // One that was stored while private networks were allowed can still be given another name.
  await updateWebhook(open, grant, data.id, settings({ url }));
  const renamed = { url, name: "Own network" };
  expect(await updateWebhook(context, grant, data.id, settings(renamed))).toMatchObject(renamed);
});

test("an event is queued for the webhooks of its project that are subscribed to it, and for no other", async () => {
  const { data: one } = await createWebhook(context, grant, settings());
  const { data: all } = await createWebhook(context, grant, settings({ events: ["*"] }));
  const { data: paused } = await createWebhook(context, grant, settings({ events: ["*"] }));
  await setWebhookDisabled(context, grant, paused.id, true);
  const other = await aProject(services);
  await createWebhook(context, grantOf(other), settings({ events: ["*"] }));
  await emit("video.published", { video_id: 7 });
  await emit("video.captions_added", { video_id: 7 });
  await emit("video.source_deleted", { video_id: 7 });
  const event = { object: "video:7", state: "pending" };
  expect((await queued()).toSorted((first, second) => first.webhook_id - second.webhook_id)).toEqual([
    { webhook_id: one.id, type: "video.published", ...event },
    { webhook_id: all.id, type: "video.published", ...event },
    { webhook_id: all.id, type: "video.updated", ...event },
  ]);
  const { deliveries } = await services.db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.countAll<number>().as("deliveries"))
    .executeTakeFirstOrThrow();
  expect(deliveries).toBe(3);
});

test("an event that is rolled back is not queued", async () => {
  await createWebhook(context, grant, settings());
  const failing = services.db.transaction().execute(async (tx) => {
    const event = { type: "video.published", ...grant, payload: { video_id: 7 }, actor: {} };
    await services.emit(tx, event);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await queued()).toEqual([]);
});

test("each change is recorded once, and what changes nothing is not", async () => {
  const { data } = await createWebhook(context, grant, settings());
  await updateWebhook(context, grant, data.id, settings());
  await updateWebhook(context, grant, data.id, settings({ events: ["*"] }));
  await testWebhook(context, grant, data.id);
  await rotateWebhookSecret(context, grant, data.id);
  for (const disabled of [true, true, false, false]) await setWebhookDisabled(context, grant, data.id, disabled);
  await deleteWebhook(context, grant, data.id);
  expect(await auditedActions(services, project.projectId)).toEqual(
    ["created", "updated", "tested", "rotated", "paused", "enabled", "deleted"].map((what) => `webhook.${what}`),
  );
});

test("a rotated secret is another one, and the old one is announced until it ends", async () => {
  const { data, secret } = await createWebhook(context, grant, settings());
  const rotated = await rotateWebhookSecret(context, grant, data.id);
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.data.old_secret_until?.getTime()).toBeGreaterThan(Date.now() + 86_000_000);
});

test("a paused webhook cannot be tested", async () => {
  const { data } = await createWebhook(context, grant, settings());
  await setWebhookDisabled(context, grant, data.id, true);
  await expect(testWebhook(context, grant, data.id)).rejects.toMatchObject({ code: "conflict" });
  expect(await readWebhook(context, project.projectId, data.id)).toMatchObject({
    state: "disabled",
    disabled_reason: "paused",
  });
});

test("a project has a limited number of webhooks, also when they are created at the same time", async () => {
  const row = {
    ...settings(),
    url: "https://example.com/hooks",
    ...ownedBy(project),
    secret_sealed: Buffer.alloc(1),
  };
  await insertRows(
    services,
    "webhooks",
    Array.from({ length: WEBHOOKS_MAX - 1 }, () => row),
  );
  const results = await Promise.allSettled([1, 2, 3].map(() => createWebhook(context, grant, settings())));
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
});

async function aSubject(table: "videos" | "streams", categoryId: number | null): Promise<number> {
  const { projectId: project_id, accountId: account_id } = project;
  const hash = randomBytes(8).toString("hex");
  const facts = { project_id, account_id, hash, category_id: categoryId };
  const { db } = services;
  const row =
    table === "videos"
      ? await insertRow(db, "videos", { ...facts, title: "Over the hills", status: "complete" })
      : await insertRow(db, "streams", {
          ...facts,
          name: "Harbour",
          key_hash: randomBytes(8),
          key_sealed: randomBytes(8),
        });
  return row.id;
}
const aCategory = async (name: string) => (await addCategory(services, project, { name, slug: name.toLowerCase() })).id;

test("filters leave out events of other categories and livestreams, and let other events through", async () => {
  const [news, sport] = [await aCategory("News"), await aCategory("Sport")];
  const [inNews, inSport, inNone] = [
    await aSubject("videos", news),
    await aSubject("videos", sport),
    await aSubject("videos", null),
  ];
  const [harbour, quay] = [await aSubject("streams", news), await aSubject("streams", sport)];
  const { data: byCategory } = await createWebhook(context, grant, settings({ events: ["*"], categoryIds: [news] }));
  const { data: byStream } = await createWebhook(context, grant, settings({ events: ["*"], streamIds: [quay] }));
  expect(byCategory.categories).toEqual([{ id: news, name: "News" }]);
  expect(byStream.streams).toEqual([{ id: quay, name: "Harbour" }]);
  await deleteRows(services, "webhook_deliveries", {});
  for (const id of [inNews, inSport, inNone]) await emit("video.published", { video_id: id });
  for (const id of [harbour, quay]) await emit("stream.live", { stream_id: id });
  await emit("restream.connected", { stream_id: harbour, restream_id: 1 });
  for (const id of [inNews, inSport]) await emit("rendition.ready", { video_id: id, rendition_id: 1 });
  for (const id of [harbour, quay]) await emit("playback.denied", { stream_id: id, reason: "country_blocked" });
  for (const id of [inNews, inSport]) await emit("playback.denied", { video_id: id, reason: "country_blocked" });
  await emit("tag.created", { tag_id: 1 });
  const objectsOf = async (webhook: number) =>
    (await queued()).filter((each) => each.webhook_id === webhook).map(({ type, object }) => `${type} ${object}`);
  expect(await objectsOf(byCategory.id)).toEqual([
    `video.published video:${inNews}`,
    `stream.live stream:${harbour}`,
    "restream.connected restream:1",
    `rendition.ready video:${inNews}`,
    `playback.denied stream:${harbour}`,
    `playback.denied video:${inNews}`,
    "tag.created tag:1",
  ]);
  expect(await objectsOf(byStream.id)).toEqual([
    ...[inNews, inSport, inNone].map((id) => `video.published video:${id}`),
    `stream.live stream:${quay}`,
    ...[inNews, inSport].map((id) => `rendition.ready video:${id}`),
    `playback.denied stream:${quay}`,
    ...[inNews, inSport].map((id) => `playback.denied video:${id}`),
    "tag.created tag:1",
  ]);
});

test("a category or livestream of another project cannot be a filter", async () => {
  const foreign = await aCategory("Elsewhere");
  const stream = await aSubject("streams", null);
  project = await aProject(services);
  grant = grantOf(project);
  const own = as(services, project.owner);
  for (const filter of [{ categoryIds: [foreign] }, { streamIds: [stream] }]) {
    await expect(createWebhook(own, grant, settings(filter))).rejects.toMatchObject({ code: "invalid" });
    const { data } = await createWebhook(own, grant, settings());
    await expect(updateWebhook(own, grant, data.id, settings(filter))).rejects.toMatchObject({ code: "invalid" });
  }
});

test("values of headers are not shown, stay while none is written, and do not go to another server", async () => {
  const headers = [{ name: "Authorization", value: "Bearer secret-value" }];
  const { data } = await createWebhook(context, grant, settings({ headers }));
  expect(data.header_names).toEqual(["Authorization"]);
  const stored = await selectRow(services, "webhooks", { id: data.id }, "headers_sealed");
  expect(String(stored.headers_sealed)).not.toContain("secret-value");
  expect(JSON.stringify(data)).not.toContain("secret-value");
  const kept = settings({ url: "https://example.com/other", headers: [{ name: "authorization" }] });
  expect((await updateWebhook(context, grant, data.id, kept)).header_names).toEqual(["authorization"]);
  for (const change of [{}, { headers: [{ name: "Authorization", value: null }] }])
    await expect(
      updateWebhook(context, grant, data.id, settings({ url: "https://thief.example.com/", ...change })),
    ).rejects.toMatchObject({ code: "invalid", fields: { headers: [expect.any(String)] } });
  const written = settings({ url: "https://new.example.com/", headers: [{ name: "X-Key", value: "new" }] });
  expect((await updateWebhook(context, grant, data.id, written)).header_names).toEqual(["X-Key"]);
  await expect(createWebhook(context, grant, settings({ headers: [{ name: "X-Key" }] }))).rejects.toMatchObject({
    code: "invalid",
  });
  const lines = await selectRows(services, "audit_log", { object_id: data.id }, "changes");
  expect(JSON.stringify(lines)).not.toContain("secret-value");
});
