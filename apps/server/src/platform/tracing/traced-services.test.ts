import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalStorage } from "@kinora/storage/local.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCollector, type TraceCollector } from "../../testing/trace-collector.ts";
import { createLogOf } from "../log.ts";
import type { MailMessage } from "../mail/mail.ts";
import { readTraces } from "../settings/traces.ts";
import { openTraces } from "./otlp-tracing.ts";
import { tracedMail } from "./traced-mail.ts";
import { tracedStorage } from "./traced-storage.ts";
import { NO_TRACING, type ProcessTracing, type Tracing } from "./tracing.ts";

let collector: TraceCollector;
let traces: ProcessTracing;
let tracing: Tracing;
let folder: string;

beforeEach(async () => {
  collector = await startCollector();
  const config = readTraces(collector.env);
  if (!config) throw new Error("Traces are off.");
  const log = createLogOf({ level: "silent", role: "worker", also: [], facts: () => ({}) });
  traces = await openTraces(config, () => log);
  tracing = traces.of("worker");
  folder = await mkdtemp(join(tmpdir(), "kinora-traced-"));
});
afterEach(async () => {
  await traces.close();
  await collector.receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const spansOf = (count: number) =>
  vi.waitFor(() => {
    expect(collector.spans().length).toBeGreaterThanOrEqual(count);
    return collector.spans();
  });

test("calls of the storage are spans of their work, with bytes and without keys", async () => {
  const storage = tracedStorage(await openLocalStorage(folder), tracing);
  await storage.put("assets/before.m4s", Buffer.alloc(1));
  await tracing.traced("job", {}, async () => {
    await storage.put("assets/secret-name.m4s", Buffer.alloc(300));
    const { stream } = await storage.get("assets/secret-name.m4s", { start: 0, end: 99 });
    await stream.toArray();
    await expect(storage.get("assets/missing.m4s")).rejects.toThrow();
  });
  const spans = await spansOf(4);
  const job = spans.find(({ name }) => name === "job");
  const calls = spans.filter(({ name }) => name !== "job");
  expect(calls.map(({ name, attributes, failed }) => [name, attributes["kinora.bytes"], failed])).toEqual([
    ["storage put", 300, false],
    ["storage get", 100, false],
    ["storage get", undefined, true],
  ]);
  expect(calls.every(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);
  expect(JSON.stringify(collector.receiver.received)).not.toContain("secret-name");
});

test("of a long job the first hundred calls are spans", async () => {
  const storage = tracedStorage(await openLocalStorage(folder), tracing);
  await tracing.traced("job", {}, async () => {
    for (let call = 0; call < 130; call += 1) await storage.stat("assets/nothing.m4s");
  });
  expect((await spansOf(101)).filter(({ name }) => name === "storage stat")).toHaveLength(100);
});

test("a mail is a span of the work that sends it, and says its kind alone", async () => {
  const sent: MailMessage[] = [];
  const mail = tracedMail({ send: async (message) => void sent.push(message) }, tracing);
  const message: MailMessage = {
    kind: "password_reset",
    to: "ada@example.com",
    subject: "Your link",
    text: "https://a.example/x",
  };
  await mail.send(message);
  await tracing.traced("job", {}, () => mail.send(message));
  const spans = await spansOf(2);
  expect(spans.filter(({ name }) => name === "mail send").map(({ attributes }) => attributes)).toMatchObject([
    { "kinora.mail_kind": "password_reset" },
  ]);
  expect(sent).toHaveLength(2);
  expect(JSON.stringify(collector.receiver.received)).not.toContain("ada@example.com");
});

test("without a collector both stay what they are", async () => {
  const storage = await openLocalStorage(folder);
  const mail = { send: () => Promise.resolve() };
  expect([tracedStorage(storage, NO_TRACING), tracedMail(mail, NO_TRACING)]).toEqual([storage, mail]);
});
