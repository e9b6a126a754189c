import { selectRows } from "@kinora/db/testing-rows.ts";
import { NO_PROVIDERS, type AnalyticsProviders } from "@kinora/domain/analytics/providers.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import { aProject, as, testServices, type TestProject, type TestServices } from "../../platform/testing.ts";
import { startReceiver, type Receiver } from "../../testing/webhook-receiver.ts";
import { createPageAnalytics } from "./page-analytics.ts";
import { describeProviders, saveProviders } from "./providers.ts";
import { testProviders } from "./test-providers.ts";

let services: TestServices;
let receiver: Receiver;
let project: TestProject;
let context: Context;

beforeAll(async () => {
  services = await testServices();
  receiver = await startReceiver();
});
beforeEach(async () => {
  project = await aProject(services);
  context = as(services, project.owner);
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});
afterAll(async () => {
  await receiver.close();
  await services.stop();
});

const save = (change: Partial<AnalyticsProviders>) =>
  saveProviders(
    context,
    { ...project, owner: true, permissions: new Set(PERMISSIONS) },
    { ...NO_PROVIDERS, ...change },
  );

/** With addresses on this machine allowed, or refused. */
const reaching = (allowPrivateUrls: boolean) => ({ config: { ...services.config, allowPrivateUrls } });
const { google, matomo } = NO_PROVIDERS;

test("nothing is reported until a provider is saved, and each change is one line of the audit log", async () => {
  expect(await describeProviders(context, project.projectId)).toEqual({ ...NO_PROVIDERS, updated_at: null });
  expect(await createPageAnalytics(services).providersOf(project.projectId)).toBeNull();
  await save({ google: { measurement_id: "G-ABCD1234" }, consent: false });
  expect(await describeProviders(context, project.projectId)).toMatchObject({
    google: { measurement_id: "G-ABCD1234" },
  });
  expect(await createPageAnalytics(services).providersOf(project.projectId)).toMatchObject({
    google: "G-ABCD1234",
    matomo: null,
    pixel: null,
    consent: false,
  });
  const lines = await selectRows(services, "audit_log", { project_id: project.projectId }, "action");
  expect(lines).toEqual([{ action: "project.analytics_change" }]);
});

test("pages learn nothing of a project's own addresses, which edges ask for", async () => {
  await save({ own_addresses: ["192.0.2.0/24"], kept_days: 90 });
  const analytics = createPageAnalytics(services);
  expect(await analytics.providersOf(project.projectId)).toBeNull();
  expect(await analytics.isOwn(project.projectId, "192.0.2.9")).toBe(true);
  expect(await analytics.isOwn(project.projectId, "198.51.100.9")).toBe(false);
  expect(await describeProviders(context, project.projectId)).toMatchObject({ kept_days: 90 });
});

test("what is wrong is refused at its field", async () => {
  const refused = save({ google: { measurement_id: "UA-1" }, pixel: { url: "https://{event}.example" } });
  await expect(refused).rejects.toMatchObject({
    code: "invalid",
    fields: { "google.measurement_id": [expect.any(String)], "pixel.url": [expect.any(String)] },
  });
});

test("a test sends one event to each address and says what came of it", async () => {
  receiver.answer = (response, { path }) => response.writeHead(path.startsWith("/matomo.php") ? 204 : 500).end();
  const results = await testProviders(reaching(true), {
    google,
    matomo: { url: receiver.url, site_id: 4 },
    pixel: { url: `${receiver.url}/p.gif?e={event}&v={video_id}` },
  });
  expect(results.map(({ provider, ok, text, status }) => ({ provider, ok, text, status }))).toEqual([
    {
      provider: "matomo",
      ok: true,
      text: "Matomo accepted the test event. It appears in its visitor log.",
      status: 204,
    },
    { provider: "pixel", ok: false, text: "The server answered with 500.", status: 500 },
  ]);
  const paths = receiver.received.map(({ path }) => path).toSorted();
  expect(paths).toEqual([expect.stringMatching(/^\/matomo\.php\?idsite=4&rec=1/), "/p.gif?e=play&v=test"]);
});

test("a test requests nothing of this machine or its network, and follows no redirect", async () => {
  const address = { google, matomo, pixel: { url: `${receiver.url}/p.gif` } };
  expect(await testProviders(reaching(false), address)).toMatchObject([
    { ok: false, status: null, text: "This address is not on the public web." },
  ]);
  expect(receiver.received).toEqual([]);
  receiver.answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
  expect(await testProviders(reaching(true), address)).toMatchObject([
    { ok: false, status: 302, text: "The server redirects (302): enter the address it leads to." },
  ]);
  expect(receiver.received).toHaveLength(1);
});
