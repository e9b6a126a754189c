import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCollector, type TraceCollector } from "../../testing/trace-collector.ts";
import { createLogOf } from "../log.ts";
import { Refusal } from "../refusal.ts";
import { readTraces } from "../settings/traces.ts";
import { openTraces } from "./otlp-tracing.ts";
import type { ProcessTracing } from "./tracing.ts";

let collector: TraceCollector;
let lines: Record<string, unknown>[];
const opened: ProcessTracing[] = [];

beforeEach(async () => {
  collector = await startCollector();
  lines = [];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((traces) => traces.close()));
  await collector.receiver.close();
});

async function open(env: Record<string, string> = {}): Promise<ProcessTracing> {
  const config = readTraces({ ...collector.env, ...env });
  if (!config) throw new Error("Traces are off.");
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLogOf({ level: "info", role: "api", also: [{ write }], facts: () => traces.logFacts?.() ?? {} });
  const traces = await openTraces(config, () => log);
  opened.push(traces);
  return traces;
}

const sent = (count: number) =>
  vi.waitFor(() => {
    expect(collector.spans().length).toBeGreaterThanOrEqual(count);
    return collector.spans();
  });
const named = async (name: string) => (await sent(1)).find((span) => span.name === name);
const nothing = () => Promise.resolve();

test("spans say their role, nest, and go on where another process left off", async () => {
  const [api, worker] = [(await open()).of("api"), (await open()).of("worker")];
  let handedOver: string | null = null;
  await api.traced("outer", { "kinora.video_id": 7 }, () =>
    api.traced("inner", {}, async () => {
      handedOver = api.parent();
    }),
  );
  await worker.traced("job", {}, nothing, { kind: "consumer", parent: handedOver });
  const spans = await sent(3);
  const [outer, inner, job] = ["outer", "inner", "job"].map((name) => spans.find((span) => span.name === name));
  expect(outer).toMatchObject({ service: "kinora-api", parentSpanId: "", attributes: { "kinora.video_id": 7 } });
  expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId });
  expect(job).toMatchObject({ service: "kinora-worker", traceId: outer?.traceId, parentSpanId: inner?.spanId });
  expect(handedOver).toBe(`00-${inner?.traceId}-${inner?.spanId}-01`);
});

test("a job that nobody's trace sent begins one, also while another span is in progress", async () => {
  const tracing = (await open()).of("worker");
  await tracing.traced("outer", {}, () => tracing.traced("job", {}, nothing, { parent: null }));
  await tracing.traced("broken", {}, nothing, { parent: "00-not-a-parent-01" });
  const spans = await sent(3);
  expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual(["", "", ""]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3);
});

test("of an error the span has its kind and not its words", async () => {
  const tracing = (await open()).of("api");
  const refuse = () => Promise.reject(new Refusal("invalid", "Ada Lovelace, ada@example.com, exists already."));
  await expect(tracing.traced("create", {}, refuse)).rejects.toThrow("Ada");
  expect(await named("create")).toMatchObject({ failed: true, attributes: { "error.type": "invalid" } });
  expect(JSON.stringify(collector.receiver.received)).not.toMatch(/Ada|ada@/);
});

test("statements are named and counted, and no more than a hundred of one span are sent", async () => {
  const traces = await open();
  const tracing = traces.of("worker");
  await tracing.traced("long", {}, async () => {
    for (let index = 0; index < 150; index += 1)
      traces.onStatement?.("select * from users where email = 'ada@example.com'", 2, undefined);
    traces.onStatement?.("select 1", 2, undefined);
  });
  traces.onStatement?.("select of nobody", 2, undefined);
  const spans = await sent(101);
  expect(spans.filter(({ name }) => name === "select users")).toHaveLength(100);
  expect(spans.find(({ name }) => name === "long")?.attributes).toMatchObject({ "kinora.statements": 151 });
  expect(JSON.stringify(collector.receiver.received)).not.toContain("ada@");
});

test("log lines within a span name it", async () => {
  const traces = await open();
  const tracing = traces.of("api");
  const log = createLogOf({
    level: "info",
    role: "api",
    also: [{ write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }],
    facts: traces.logFacts,
  });
  await tracing.traced("request", {}, async () => log.info("within"));
  log.info("outside");
  const span = await named("request");
  expect(lines).toMatchObject([{ msg: "within", trace_id: span?.traceId, span_id: span?.spanId }, { msg: "outside" }]);
  expect(lines[1]).not.toHaveProperty("trace_id");
});

test.each([
  ["always_off", "", 0],
  ["parentbased_traceidratio", "0", 0],
  ["traceidratio", "1", 1],
])(
  "the sampler %s %s keeps %i of 1, and what is not kept is not kept elsewhere either",
  async (sampler, ratio, kept) => {
    const traces = await open({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio });
    const [one, other] = [traces.of("api"), (await open()).of("worker")];
    let parent: string | null = null;
    await one.traced("first", {}, async () => {
      parent = one.parent();
    });
    await other.traced("second", {}, nothing, { parent });
    await other.traced("sign", {}, nothing);
    await named("sign");
    await traces.close();
    expect(collector.spans().filter(({ name }) => name !== "sign")).toHaveLength(kept * 2);
  },
);

test("a collector that answers 500 is logged once, and again when it takes traces", async () => {
  const tracing = (await open()).of("api");
  let asked = 0;
  collector.receiver.answer = (response) => {
    asked += 1;
    response.writeHead(500).end("a message with a key");
  };
  for (const name of ["one", "two", "three"]) {
    const before = asked;
    await tracing.traced(name, {}, nothing);
    await vi.waitFor(() => expect(asked).toBeGreaterThan(before));
  }
  collector.receiver.answer = (response) => response.writeHead(200).end("{}");
  await vi.waitFor(async () => {
    await tracing.traced("again", {}, nothing);
    expect(lines).toHaveLength(2);
  });
  expect(lines).toMatchObject([
    { level: 40, status: 500, msg: expect.stringContaining("does not take traces") as string },
    { level: 30, lostSpans: 3, msg: "the collector takes traces again" },
  ]);
  expect(JSON.stringify(lines)).not.toContain("a message with a key");
});

test("work does not wait for a collector that never answers, and the end of a process for 2 s at most", async () => {
  collector.receiver.answer = () => undefined;
  const traces = await open();
  const tracing = traces.of("api");
  let done = 0;
  for (let index = 0; index < 5_000; index += 1)
    await tracing.traced("work", {}, async () => {
      done += 1;
    });
  expect(done).toBe(5_000);
  expect(lines).toEqual([]);
  await traces.close();
});

test("the collector gets the operator's headers, in the encoding that was chosen", async () => {
  for (const [protocol, type] of [
    ["http/json", "application/json"],
    ["http/protobuf", "application/x-protobuf"],
  ] as const) {
    const env = { OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_EXPORTER_OTLP_HEADERS: "x-key=k%2C1" };
    await (await open(env)).of("api").traced("work", {}, nothing);
    await vi.waitFor(() => expect(collector.receiver.received.at(-1)?.headers["content-type"]).toBe(type));
    expect(collector.receiver.received.at(-1)).toMatchObject({ path: "/v1/traces", headers: { "x-key": "k,1" } });
  }
});
