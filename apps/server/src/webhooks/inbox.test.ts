import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { aProject, as } from "../platform/testing.ts";
import { sharedServices, grantOf } from "../testing/fixtures.ts";
import { serveInboxes } from "./inbox-routes.ts";
import { readInbox } from "./inbox.ts";
import { startSender } from "./sender.ts";
import { createWebhook, readWebhook, testWebhook, updateWebhook } from "./service.ts";
import { signedHeaders } from "./signature.ts";

const KEPT = 100;
let context: Context;
let grant: ProjectGrant;

const services = await sharedServices();
const app = createHttpServer({ ...services, name: "api", checks: {} });
await serveInboxes(app, services);
const address = await app.listen({ port: 0, host: "127.0.0.1" });
services.config = { ...services.config, urls: { ...services.config.urls, api: address } };
beforeEach(async () => {
  const project = await aProject(services);
  context = as(services, project.owner);
  grant = grantOf(project);
});
afterAll(() => app.close());

const anInbox = async () => {
  const { data, secret } = await createWebhook(context, grant, { name: "Inbox", url: null, events: ["*"] });
  return { data, secret, path: new URL(data.url).pathname };
};

const post = (url: string, headers: Record<string, string>, payload: string) =>
  app.inject({ method: "POST", url, headers: { "content-type": "application/json", ...headers }, payload });

test("an inbox receives from its webhook also where private networks are refused", async () => {
  const { data } = await anInbox();
  expect(data).toMatchObject({ inbox: true, state: "active" });
  const sender = await startSender(services);
  onTestFinished(() => sender.close());
  await testWebhook(context, grant, data.id);
  await vi.waitFor(async () => expect(await readInbox(context, grant, data.id)).toHaveLength(1), {
    timeout: 20_000,
    interval: 20,
  });
  const [message] = await readInbox(context, grant, data.id);
  expect(message).toMatchObject({ problem: null });
  expect(JSON.parse(message?.body ?? "")).toMatchObject({ type: "ping" });
});

test("a message is shown with whether its signature is right", async () => {
  const { data, secret, path } = await anInbox();
  const body = '{"type":"ping"}';
  const signed = signedHeaders([secret], "msg_1", new Date(), body);
  expect((await post(path, signed, body)).statusCode).toBe(204);
  expect((await post(path, signed, '{"type":"pong"}')).statusCode).toBe(204);
  expect((await post(path, {}, "no JSON\0")).statusCode).toBe(204);
  expect(await readInbox(context, grant, data.id)).toMatchObject([
    { body: "no JSON\uFFFD", problem: "Missing required headers" },
    { body: '{"type":"pong"}', problem: "No matching signature found" },
    { body, problem: null, headers: { "webhook-id": "msg_1" } },
  ]);
});

test("an address that is no inbox answers 404, and one that is too large 413", async () => {
  const { path } = await anInbox();
  expect((await post("/inbox/unknown", {}, "{}")).statusCode).toBe(404);
  expect((await post(path, {}, "x".repeat(300_000))).statusCode).toBe(413);
});

test("an inbox keeps its last hundred messages", async () => {
  const { data, path } = await anInbox();
  for (let at = 0; at < KEPT + 5; at += 1) await post(path, {}, String(at));
  const kept = await readInbox(context, grant, data.id);
  expect(kept.map(({ body }) => Number(body))).toEqual(Array.from({ length: KEPT }, (_, at) => KEPT + 4 - at));
});

test("the address of an inbox stays, and its messages are the project's alone", async () => {
  const { data } = await anInbox();
  await updateWebhook(context, grant, data.id, { name: "Mine", url: "https://example.com/", events: ["*"] });
  expect(await readWebhook(context, grant.projectId, data.id)).toMatchObject({
    name: "Mine",
    url: data.url,
    inbox: true,
  });
  const other = await aProject(services);
  const foreign: ProjectGrant = grantOf(other);
  await expect(readInbox(context, foreign, data.id)).rejects.toMatchObject({ code: "not_found" });
});
