import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createServices } from "../composition.ts";
import { task, type Task } from "../platform/jobs/tasks.ts";
import { runTasks } from "../platform/jobs/worker.ts";
import { internalHeaders } from "../platform/secrets/internal-token.ts";
import { NO_TRACING } from "../platform/tracing/tracing.ts";
import { grantOf, sharedProject, sharedServices } from "../testing/fixtures.ts";
import { startCollector, wayTo, type ReceivedSpan } from "../testing/trace-collector.ts";
import { keyHeaders } from "../testing/upload-server.ts";
import { startReceiver } from "../testing/webhook-receiver.ts";
import { startSender } from "../webhooks/sender.ts";
import { createWebhook } from "../webhooks/service.ts";
import { createApi } from "./api.ts";

const collector = await startCollector();
const { services, project, context } = await sharedProject({ ...collector.env, KINORA_ALLOW_PRIVATE_URLS: "true" });
const key = await keyHeaders(services, project, ["full"]);
const api = await createApi(services);

afterAll(async () => {
  await api.close();
  await collector.receiver.close();
});

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

const request = (url: string, headers: Record<string, string> = {}) =>
  api.inject({ method: "GET", url, headers: { ...key, ...headers } });

/** The span of a request, by the id that its answer has. */
const spanOf = ({ headers }: { headers: Record<string, unknown> }): Promise<ReceivedSpan> =>
  find(({ attributes }) => attributes["kinora.request_id"] === headers["x-request-id"]);

const find = (is: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> =>
  vi.waitFor(() => {
    const found = collector.spans().find(is);
    if (!found) throw new Error("The span was not sent.");
    return found;
  });

test("a request is a span named by its operation, around its statements, without what it asked for", async () => {
  const answer = await request(`/projects/${project.projectId}/videos?search=ada-lovelace`);
  expect(answer.statusCode).toBe(200);
  const span = await spanOf(answer);
  expect(span).toMatchObject({ parentSpanId: "", failed: false, name: "GET /projects/{id}/videos" });
  expect(span.attributes).toMatchObject({ "http.route": "/projects/{id}/videos", "http.response.status_code": 200 });
  const statement = await find(({ name, traceId }) => name.startsWith("select ") && traceId === span.traceId);
  expect(wayTo(statement, collector.spans())).toEqual([span.name, statement.name]);
  const everything = JSON.stringify(collector.receiver.received);
  expect(everything).not.toContain("ada-lovelace");
  expect(everything).not.toContain(key["authorization"]?.slice("Bearer ".length));
});

test("probes and preflights are no spans", async () => {
  await request("/healthz");
  await api.inject({ method: "OPTIONS", url: "/projects", headers: { origin: "https://example.com" } });
  await spanOf(await request("/nothing-here"));
  expect(collector.spans().filter(({ name }) => /healthz|OPTIONS/.test(name))).toEqual([]);
});

test.each([
  ["this machine", {}, true],
  ["a viewer behind the proxy", { "x-forwarded-for": "203.0.113.9" }, false],
  ["a role of this installation", { "x-forwarded-for": "203.0.113.9", ...internalHeaders(services.secrets) }, true],
])("the trace of a caller on %s is continued or not", async (_who, headers, isContinued) => {
  const span = await spanOf(await request("/nothing-here", { ...headers, traceparent }));
  expect(span.parentSpanId).toBe(isContinued ? CALLER.spanId : "");
  expect(span.traceId === CALLER.traceId).toBe(isContinued);
});

test("a job and a webhook belong to the trace of what sent them, and a job that fails to that of its first run", async () => {
  const receiver = await startReceiver();
  const { tracing, db, jobs, emit } = services;
  await createWebhook(context, grantOf(project), { name: "Receiver", url: `${receiver.url}/secret`, events: ["*"] });
  await jobs.boss.createQueue("test.traced", { retryLimit: 10, retryDelay: 0 });
  let runs = 0;
  const traced = task({
    name: "test.traced",
    payload: z.object({ email: z.string() }),
    async run() {
      runs += 1;
      if (runs === 1) throw new Error("ada@example.com could not be reached");
    },
  });
  const worker = await runTasks(services, [traced as unknown as Task], []);
  const sender = await startSender(services);
  await tracing.traced("cause", {}, () =>
    db.transaction().execute(async (tx) => {
      await jobs.send(tx, traced, { email: "ada@example.com" });
      const { accountId, projectId } = project;
      await emit(tx, {
        type: "video.deleted",
        accountId,
        projectId,
        payload: { video_id: 7 },
        actor: { kind: "system" },
      });
    }),
  );
  const second = await find(
    ({ name, attributes }) => name === "job test.traced" && attributes["kinora.failures"] === 1,
  );
  const webhook = await find(({ name }) => name === "webhook video.deleted");
  await sender.close();
  await worker.close();
  await receiver.close();
  const spans = await collector.whole(second.traceId);
  expect(wayTo(second, spans)).toEqual(["cause", "job test.traced", "job test.traced"]);
  expect(spans.find(({ spanId }) => spanId === second.parentSpanId)).toMatchObject({ failed: true });
  expect(wayTo(webhook, spans)).toEqual(["cause", "webhook video.deleted"]);
  expect(webhook.attributes["http.response.status_code"]).toBe(204);
  expect(receiver.received[0]?.headers).not.toHaveProperty("traceparent");
  expect(JSON.stringify(collector.receiver.received)).not.toMatch(/ada@|secret/);
});

test("without a collector no span is made and no job, row or request names one", async () => {
  const off = await sharedServices();
  expect(off.config.traces).toBeNull();
  expect(off.tracing).toBe(NO_TRACING);
  const before = await createServices({ ...services.config, traces: null }, "api");
  expect(await before.tracing.traced("work", {}, async () => before.tracing.parent())).toBeNull();
  expect(internalHeaders(before.secrets, before.tracing)).not.toHaveProperty("traceparent");
  await before.close();
});
