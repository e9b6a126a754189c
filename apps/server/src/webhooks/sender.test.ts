import { createHash } from "node:crypto";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aProject, as, type TestServices } from "../platform/testing.ts";
import { sharedServices, grantOf, RUN, addVideo } from "../testing/fixtures.ts";
import { startReceiver, type Received, type Receiver } from "../testing/webhook-receiver.ts";
import { listDeliveries, readDelivery, resendDelivery, resendFailed } from "./deliveries.ts";
import { mailDisabled } from "./disabled-mail.ts";
import { startSender, type Sender } from "./sender.ts";
import { createWebhook, readWebhook, rotateWebhookSecret, testWebhook, updateWebhook } from "./service.ts";

const WAIT = { timeout: 20_000, interval: 20 };
let context: Context;
let grant: ProjectGrant & { ownerId: number };
let receiver: Receiver;
/** Added to the clock: retries come due without waiting. */
let laterMs = 0;
const senders: Sender[] = [];

const services = await sharedServices({ KINORA_ALLOW_PRIVATE_URLS: "true" });
services.clock = { now: () => new Date(Date.now() + laterMs) };
beforeEach(async () => {
  laterMs = 0;
  const project = await aProject(services);
  context = as(services, project.owner);
  grant = { ...grantOf(project), ownerId: project.ownerId };
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  await receiver.close();
});

const send = async (own: Partial<TestServices> = {}) => {
  const sender = await startSender({ ...services, ...own });
  senders.push(sender);
  return sender;
};

const aWebhook = (path = "/hook", events = ["*"]) =>
  createWebhook(context, grant, { name: "Receiver", url: receiver.url + path, events });

const emit = (type: string, payload: Record<string, unknown>) =>
  services.db.transaction().execute((tx) => services.emit(tx, { type, ...grant, payload, actor: { kind: "system" } }));

const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

const deliveriesOf = async (id: number) => (await listDeliveries(context, grant, id, { page: 1, per_page: 100 })).data;
const inState = (id: number, state: string) =>
  vi.waitFor(async () => {
    const [newest] = await deliveriesOf(id);
    if (newest?.state !== state) throw new Error(`The delivery is ${newest?.state ?? "missing"}.`);
    return newest;
  }, WAIT);

async function aVideo(): Promise<number> {
  const row = await addVideo(services, grant, {
    hash: createHash("sha256").update(String(Math.random())).digest("hex").slice(0, 12),
    title: "Over the hills",
  });
  return row.id;
}

test("an event arrives signed with its object, and the log has the request and the answer", async () => {
  await send();
  receiver.answer = (response) => response.writeHead(202, { "x-own": "yes" }).end("thanks\0");
  const { data, secret } = await aWebhook();
  const video = await aVideo();
  await emit("video.published", { video_id: video });
  const delivery = await inState(data.id, "delivered");
  const [received] = receiver.received;
  if (!received) throw new Error("Nothing was received.");
  expect(received.path).toBe("/hook");
  expect(verify(secret, received)).toMatchObject({
    id: received.headers["webhook-id"],
    type: "video.published",
    api_version: "2026-11-01",
    project_id: grant.projectId,
    data: { change: "published", video_id: video, video: { id: video, title: "Over the hills", status: "complete" } },
  });
  expect(delivery).toMatchObject({ attempts: 1, status: 202, object: `video:${video}`, next_at: null });
  const log = await readDelivery(context, grant, data.id, delivery.id);
  expect(log.body).toBe(received.body);
  expect(log.attempts_made).toMatchObject([
    { succeeded: true, status: 202, error: null, url: `${receiver.url}/hook`, response_body: "thanks\uFFFD" },
  ]);
  expect(log.attempts_made[0]?.request_headers["webhook-signature"]).toBe(received.headers["webhook-signature"]);
  expect(log.attempts_made[0]?.response_headers["x-own"]).toBe("yes");
  expect(await readWebhook(context, grant.projectId, data.id)).toMatchObject({
    attempts_24h: 1,
    succeeded_24h: 1,
    last_attempt: { status: 202, succeeded: true },
  });
});

test("what fails is sent again under the same id with the same body, until it arrives", async () => {
  await send();
  receiver.answer = (response) => response.writeHead(receiver.received.length < 3 ? 500 : 200).end();
  const { data } = await aWebhook();
  await emit("video.published", { video_id: 1 });
  await vi.waitFor(async () => expect((await deliveriesOf(data.id))[0]?.attempts).toBe(1), WAIT);
  expect((await readWebhook(context, grant.projectId, data.id)).state).toBe("failing");
  const [failed] = await deliveriesOf(data.id);
  const wait = (failed?.next_at?.getTime() ?? 0) - Date.now();
  expect(wait).toBeGreaterThan(8_000);
  expect(wait).toBeLessThan(13_000);
  laterMs = 15_000;
  await vi.waitFor(async () => expect((await deliveriesOf(data.id))[0]?.attempts).toBe(2), WAIT);
  laterMs = 120_000;
  await inState(data.id, "delivered");
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect((await readWebhook(context, grant.projectId, data.id)).state).toBe("active");
});

test("a redirect is a failure and is not followed", async () => {
  await send();
  receiver.answer = (response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
  const { data } = await aWebhook();
  await testWebhook(context, grant, data.id);
  await vi.waitFor(
    async () => expect((await deliveriesOf(data.id))[0]).toMatchObject({ attempts: 1, status: 302 }),
    WAIT,
  );
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
});

test("a receiver that asks for time gets it", async () => {
  await send();
  receiver.answer = (response) => response.writeHead(429, { "retry-after": "3600" }).end();
  const { data } = await aWebhook();
  await testWebhook(context, grant, data.id);
  await vi.waitFor(async () => expect((await deliveriesOf(data.id))[0]?.attempts).toBe(1), WAIT);
  const [delivery] = await deliveriesOf(data.id);
  expect((delivery?.next_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
});

test("no more than 64 kB of an answer are read", async () => {
  await send();
  receiver.answer = (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, "a")));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  };
  const { data } = await aWebhook();
  await testWebhook(context, grant, data.id);
  const { id } = await inState(data.id, "delivered");
  expect((await readDelivery(context, grant, data.id, id)).attempts_made[0]?.response_body).toHaveLength(65_536);
});

test("a message is signed with the old secret as well after a rotation", async () => {
  const { data, secret } = await aWebhook();
  const rotated = await rotateWebhookSecret(context, grant, data.id);
  await send();
  await testWebhook(context, grant, data.id);
  await inState(data.id, "delivered");
  const [received] = receiver.received;
  if (!received) throw new Error("Nothing was received.");
  for (const key of [secret, rotated.secret]) expect(verify(key, received)).toMatchObject({ type: "ping" });
  laterMs = 25 * 3_600_000;
  await testWebhook(context, grant, data.id);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WAIT);
  expect(receiver.received[1]?.headers["webhook-signature"]).not.toContain(" ");
});

test("addresses of this machine get nothing unless the operator allows it", async () => {
  await send({ config: { ...services.config, allowPrivateUrls: false } });
  const { data } = await aWebhook();
  await testWebhook(context, grant, data.id);
  await vi.waitFor(async () => expect((await deliveriesOf(data.id))[0]?.attempts).toBe(1), WAIT);
  const [delivery] = await deliveriesOf(data.id);
  const log = await readDelivery(context, grant, data.id, delivery?.id ?? 0);
  expect(log.attempts_made[0]).toMatchObject({ status: null, error: "The address is not on the public web." });
  expect(receiver.received).toEqual([]);
});

test("events of one object arrive one after the other, in order", async () => {
  const { data } = await aWebhook();
  for (let at = 0; at < 30; at += 1) await emit("video.updated", { video_id: 1, at });
  let [open, most] = [0, 0];
  receiver.answer = (response) => {
    most = Math.max(most, (open += 1));
    setImmediate(() => {
      open -= 1;
      response.writeHead(204).end();
    });
  };
  await send();
  await send();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(30), WAIT);
  const order = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { at: number } }).data.at);
  expect(order).toEqual(Array.from({ length: 30 }, (_, at) => at));
  expect(most).toBe(1);
  await inState(data.id, "delivered");
});

test("webhooks that hang delay no other", async () => {
  const good = await startReceiver();
  receiver.answer = () => undefined;
  // Those that hang hang for good: what waited for one of them would never be sent.
  const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
  onTestFinished(async () => {
    limit.mockRestore();
    await good.close();
  });
  for (let count = 0; count < 10; count += 1) await aWebhook(`/hangs/${count}`);
  const { data } = await createWebhook(context, grant, { name: "Good", url: good.url, events: ["*"] });
  await send();
  for (let id = 1; id <= 20; id += 1) await emit("video.updated", { video_id: id });
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(10), WAIT);
  await emit("video.published", { video_id: 99 });
  await vi.waitFor(() => expect(good.received.some(({ body }) => body.includes("video.published"))).toBe(true), WAIT);
  await inState(data.id, "delivered");
});

test("what a sender claimed before it died is sent by another one, under the same id", async () => {
  const { data } = await aWebhook();
  receiver.answer = () => undefined;
  const first = await send();
  await testWebhook(context, grant, data.id);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
  receiver.answer = (response) => response.writeHead(204).end();
  // Ends without storing anything, as a process that is killed.
  await first.close();
  expect(await deliveriesOf(data.id)).toMatchObject([{ state: "pending", attempts: 0 }]);
  await send();
  await inState(data.id, "delivered");
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("after eight attempts a delivery has failed, and can be sent again", async () => {
  receiver.answer = (response) => response.writeHead(500).end();
  const { data } = await aWebhook();
  await testWebhook(context, grant, data.id);
  await updateRows(services, "webhook_deliveries", { webhook_id: data.id }, { failures: 7 });
  await send();
  const { id } = await inState(data.id, "failed");
  receiver.answer = (response) => response.writeHead(200).end();
  await resendDelivery(context, grant, data.id, id);
  await inState(data.id, "delivered");
  await updateRows(services, "webhook_deliveries", { id }, { state: "failed" });
  expect(await resendFailed(context, grant, data.id, { to: "2020-01-01" })).toBe(0);
  expect(await resendFailed(context, grant, data.id, { from: "2020-01-01" })).toBe(1);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), WAIT);
  await inState(data.id, "delivered");
});

test.each([200, 500])(
  "a delivery is sent again as asked while it is being sent, whatever comes of it: %i",
  async (status) => {
    const { data } = await aWebhook();
    let id = 0;
    let resent: Promise<void> | undefined;
    receiver.answer = (response) => {
      if (resent) {
        response.writeHead(200).end("again");
        return;
      }
      resent = resendDelivery(context, grant, data.id, id);
      resent.then(
        () => response.writeHead(status).end("first"),
        () => response.destroy(),
      );
    };
    await testWebhook(context, grant, data.id);
    id = (await deliveriesOf(data.id))[0]?.id ?? 0;
    await send();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WAIT);
    await vi.waitFor(async () => {
      const { attempts_made: attempts } = await readDelivery(context, grant, data.id, id);
      expect(attempts.map(({ response_body: body }) => body)).toEqual(["again", "first"]);
    }, WAIT);
    expect(await inState(data.id, "delivered")).toMatchObject({ attempts: 2 });
  },
);

test("what a receiver sent before it broke off is in the log", async () => {
  receiver.answer = (response) => {
    response.writeHead(200, { "content-length": "100" }).write("The first part", () => response.socket?.end());
  };
  const { data } = await aWebhook();
  await testWebhook(context, grant, data.id);
  await send();
  const { id } = await inState(data.id, "delivered");
  const { attempts_made: attempts } = await readDelivery(context, grant, data.id, id);
  expect(attempts).toMatchObject([{ status: 200, response_body: "The first part" }]);
  expect(attempts[0]?.error).not.toBeNull();
});

test("a webhook that failed for three days is disabled, with an event for the others and a mail", async () => {
  receiver.answer = (response, { path }) => response.writeHead(path === "/hook" ? 500 : 200).end();
  const { data } = await aWebhook();
  await aWebhook("/other", ["webhook.disabled"]);
  await updateRows(services, "webhooks", { id: data.id }, { failing_since: new Date(Date.now() - 3 * 86_400_000) });
  await send();
  await testWebhook(context, grant, data.id);
  await vi.waitFor(() => expect(receiver.received.some(({ path }) => path === "/other")).toBe(true), WAIT);
  expect(await readWebhook(context, grant.projectId, data.id)).toMatchObject({
    state: "disabled",
    disabled_reason: "failing",
  });
  expect(receiver.received.find(({ path }) => path === "/other")?.body).toContain(`"webhook_id":${data.id}`);
  const { rows: jobs } = await sql<{ data: { payload: { webhookId: number } } }>`
    select data from pgboss.job where name = ${mailDisabled.name}`.execute(services.db);
  expect(jobs.map(({ data: { payload } }) => payload)).toContainEqual({ webhookId: data.id });
  await mailDisabled.run(services, { webhookId: data.id }, RUN);
  const mails = await services.db
    .selectFrom("development_mails")
    .innerJoin("users", "users.email", "development_mails.recipient")
    .select(["users.id", "subject", "body"])
    .where("users.id", "=", grant.ownerId)
    .execute();
  expect(mails).toMatchObject([{ subject: "A webhook of Test project was disabled" }]);
  expect(mails[0]?.body).toContain(`/settings/webhooks/${data.id}`);
  expect(mails[0]?.body).toContain("All its deliveries failed for 3 days.");
});

test("a receiver that is gone disables its webhook", async () => {
  receiver.answer = (response) => response.writeHead(410).end();
  const { data } = await aWebhook();
  await send();
  await testWebhook(context, grant, data.id);
  await vi.waitFor(
    async () => expect((await readWebhook(context, grant.projectId, data.id)).disabled_reason).toBe("gone"),
    WAIT,
  );
});

test("nothing is sent for a project that was deleted", async () => {
  const { data } = await aWebhook("/deleted");
  await testWebhook(context, grant, data.id);
  const deleted = { deleted_at: new Date() };
  await updateRows(services, "projects", { id: grant.projectId }, deleted);
  const other = await aProject(services);
  const own: ProjectGrant = grantOf(other);
  const settings = { name: "Other", url: `${receiver.url}/other`, events: ["*"] };
  const { data: later } = await createWebhook(as(services, other.owner), own, settings);
  await testWebhook(as(services, other.owner), own, later.id);
  await send();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
  expect(receiver.received.map(({ path }) => path)).toEqual(["/other"]);
});

test("what waits goes to the new address of a webhook", async () => {
  const { data } = await aWebhook("/old");
  await testWebhook(context, grant, data.id);
  await updateWebhook(context, grant, data.id, { name: "Receiver", url: `${receiver.url}/new`, events: ["*"] });
  await send();
  await inState(data.id, "delivered");
  expect(receiver.received.map(({ path }) => path)).toEqual(["/new"]);
});

test("own headers are sent with Kinora's, which they do not replace, and their values are not in the log", async () => {
  const headers = [
    { name: "Authorization", value: "Bearer secret-value" },
    { name: "X-Source", value: "kinora" },
  ];
  const { data, secret } = await createWebhook(context, grant, {
    ...{ name: "Receiver", url: `${receiver.url}/hook`, events: ["*"], headers },
  });
  await emit("video.published", { video_id: await aVideo() });
  await send();
  const { id } = await inState(data.id, "delivered");
  const [request] = receiver.received;
  if (!request) throw new Error("Nothing was received.");
  expect(request.headers).toMatchObject({
    ...{ authorization: "Bearer secret-value", "x-source": "kinora", "content-type": "application/json" },
  });
  verify(secret, request);
  const { attempts_made: attempts } = await readDelivery(context, grant, data.id, id);
  expect(attempts[0]?.request_headers).toMatchObject({ authorization: "(hidden)", "x-source": "(hidden)" });
  expect(JSON.stringify(attempts)).not.toContain("secret-value");
});
