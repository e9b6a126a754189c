import { insertRow, selectRows } from "@kinora/db/testing-rows.ts";
import { ALL_FEATURES, type Feature } from "@kinora/domain/operations/features.ts";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { aProject } from "../../platform/testing.ts";
import { someThings } from "../../testing/access-things.ts";
import { sharedProject, ownedBy, asSuperuser } from "../../testing/fixtures.ts";
import { operations, serveForTests } from "../../testing/operations.ts";
import { create, keyHeaders, uploadServer } from "../../testing/upload-server.ts";
import { readFeatures, saveFeatures } from "./account-features.ts";
import { saveInstallation } from "./settings.ts";

const { services, project } = await sharedProject();
const api = await serveForTests(services);
afterAll(() => api.close());
const nothing = {
  ...{ livestreams: null, restreams: null, imports: null, api_keys: null, upload_tokens: null },
  ...{ webhooks: null, downloads: null },
};

/** What a call of the owner, or of a superuser, is answered. */
async function call(name: string, caller = project.owner) {
  const found = operations.find((each) => each.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return api.call(found.operation, found.sample(await someThings(services, project)), caller);
}

const needs: [Feature, string][] = [
  ["livestreams", "streams.createStream"],
  ["livestreams", "streams.duplicateStream"],
  ["restreams", "restreams.createRestream"],
  ["imports", "imports.createImports"],
  ["imports", "imports.retryImport"],
  ["api_keys", "apiKeys.createApiKey"],
  ["upload_tokens", "uploadTokens.createUploadToken"],
  ["webhooks", "webhooks.createWebhook"],
  ["webhooks", "webhooks.enableWebhook"],
  ["webhooks", "webhooks.testWebhook"],
  ["webhooks", "webhooks.resendDelivery"],
];

test.each(needs)(
  "while %s are switched off, nobody's %s is served, and an exception of the account opens it",
  async (feature, name) => {
    const root = await asSuperuser(services);
    await saveInstallation(root, { features: { ...ALL_FEATURES, [feature]: false } });
    for (const caller of [project.owner, root.caller]) {
      const answer = await call(name, caller);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()["message"]).toContain("switched off for this account by the operator");
    }
    await saveFeatures(root, project.accountId, { ...nothing, [feature]: true });
    expect((await call(name)).body).not.toContain("switched off");

    await saveInstallation(root, { features: ALL_FEATURES });
    await saveFeatures(root, project.accountId, { ...nothing, [feature]: false });
    expect((await call(name)).statusCode).toBe(403);
    const shown = await call("session.getConfig");
    expect(shown.json()["config"]).toMatchObject({ features: { ...ALL_FEATURES, [feature]: false } });
    await saveFeatures(root, project.accountId, nothing);
  },
);

test("an account's exceptions are in its audit log once, and concern no other account", async () => {
  const root = await asSuperuser(services);
  const [own, other] = [await aProject(services), await aProject(services)];
  await saveFeatures(root, own.accountId, { ...nothing, imports: false });
  await saveFeatures(root, own.accountId, { ...nothing, imports: false });
  expect((await readFeatures(root, own.accountId)).own).toEqual({ ...nothing, imports: false });
  expect((await readFeatures(root, other.accountId)).own).toEqual(nothing);
  const lines = await selectRows(services, "audit_log", { account_id: own.accountId }, "action", "changes");
  expect(lines).toEqual([{ action: "account.features_changed", changes: { imports: [null, false] } }]);
  await expect(saveFeatures(root, 9e9, nothing)).rejects.toMatchObject({ code: "not_found" });
});

test("existing API keys are refused while keys are switched off, and work again afterwards", async () => {
  const server = await uploadServer(services);
  onTestFinished(() => server.close());
  const root = await asSuperuser(services);
  const key = await keyHeaders(services, project, ["upload"]);
  const file = { project_id: project.projectId, filename: "Holiday.mp4" };
  await saveInstallation(root, { features: { ...ALL_FEATURES, api_keys: false } });
  expect((await create(server, key, 10, file)).status).toBe(403);
  await saveInstallation(root, { features: ALL_FEATURES });
  expect((await create(server, key, 10, file)).status).toBe(201);
});

test("the installation's limits hold for uploads, and are what the console says", async () => {
  const server = await uploadServer(services);
  onTestFinished(() => server.close());
  const root = await asSuperuser(services);
  const own = await aProject(services);
  const key = await keyHeaders(services, own, ["upload"]);
  const file = { project_id: own.projectId, filename: "Holiday.mp4" };
  await saveInstallation(root, { limits: { upload_bytes: 2_000_000, open_uploads: 2 } });
  const large = await create(server, key, 2_000_001, file);
  expect([large.status, await large.json()]).toMatchObject([
    413,
    { message: "This file is too large: a file can have up to 2 MB." },
  ]);
  const shown = await call("session.getConfig", own.owner);
  expect(shown.json()["config"]).toMatchObject({ upload: { max_bytes: 2_000_000 } });
  const answers = [];
  for (let count = 0; count < 3; count += 1) answers.push((await create(server, key, 10, file)).status);
  expect(answers).toEqual([201, 201, 429]);
  await saveInstallation(root, { limits: { upload_bytes: null, open_uploads: null } });
  expect((await create(server, key, 2_000_001, file)).status).toBe(201);
});

test("while webhooks are switched off for an account no event is queued for its webhooks", async () => {
  const root = await asSuperuser(services);
  const own = await aProject(services);
  await insertRow(services, "webhooks", {
    ...{ ...ownedBy(own), name: "Mine", events: ["*"] },
    ...{ url: "https://example.com/hooks", secret_sealed: Buffer.alloc(1) },
  });
  const emitted = async () => {
    const event = { type: "category.created", accountId: own.accountId, projectId: own.projectId };
    await services.db
      .transaction()
      .execute((tx) => services.emit(tx, { ...event, payload: { category_id: 1 }, actor: { kind: "system" } }));
    const queued = services.db.selectFrom("webhook_deliveries").select("id").where("project_id", "=", own.projectId);
    return (await queued.where("type", "=", "category.created").execute()).length;
  };
  await saveFeatures(root, own.accountId, { ...nothing, webhooks: false });
  expect(await emitted()).toBe(0);
  await saveFeatures(root, own.accountId, nothing);
  expect(await emitted()).toBe(1);
  await saveInstallation(root, { features: { ...ALL_FEATURES, webhooks: false } });
  expect(await emitted()).toBe(1);
  await saveInstallation(root, { features: ALL_FEATURES });
});
