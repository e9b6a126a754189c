import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LogCollector } from "./log-collector.ts";
import { createLog } from "./log.ts";

interface Received {
  headers: IncomingHttpHeaders;
  lines: Record<string, unknown>[];
}

let received: Received[];
/** The statuses of the next answers; 204 when there is none. */
let statuses: number[];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const status = statuses.shift() ?? 204;
    if (status < 300) {
      const lines = body.trimEnd().split("\n");
      received.push({
        headers: request.headers,
        lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
      });
    }
    response.writeHead(status).end();
  });
});

beforeEach(async () => {
  [received, statuses] = [[], []];
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const collectorAt = (credentials = "") => {
  const { port } = server.address() as AddressInfo;
  return new LogCollector(new URL(`http://${credentials}127.0.0.1:${port}/lines`), "api");
};
const messages = () => received.flatMap(({ lines }) => lines.map(({ msg }) => msg));

test("lines reach the collector as JSON lines, with the name and password of its address", async () => {
  const collector = collectorAt("kinora:p%40ss@");
  const log = createLog("info", "api", collector);
  log.info({ request_id: "r-1", headers: { cookie: "secret" } }, "request done");
  log.debug("not wanted");
  log.warn("second");
  await collector.close();
  expect(messages()).toEqual(["request done", "second"]);
  const [first] = received;
  expect(first?.lines[0]).toMatchObject({
    level: 30,
    role: "api",
    request_id: "r-1",
    headers: { cookie: "[redacted]" },
  });
  expect(first?.headers["content-type"]).toBe("application/x-ndjson");
  expect(first?.headers.authorization).toBe(`Basic ${Buffer.from("kinora:p@ss").toString("base64")}`);
});

test("lines that the collector refuses are sent again, in order", async () => {
  statuses = [503, 500];
  const collector = collectorAt();
  collector.write('{"msg":"one"}\n');
  await vi.waitFor(() => expect(statuses).toEqual([500]), { timeout: 5_000 });
  collector.write('{"msg":"two"}\n');
  await collector.close();
  expect(messages()).toEqual(["one", "two"]);
});

test("of a flood the lines that fit are sent, and the number of the others", async () => {
  const collector = collectorAt();
  for (let index = 0; index < 50_000; index += 1) collector.write(`{"msg":"line ${index}"}`);
  await collector.close();
  const sent = messages();
  expect(sent).toHaveLength(10_001);
  expect(sent).toContain("40000 log lines were dropped");
  expect(sent).toContain("line 9999");
});

test("a collector that is away holds nobody up", async () => {
  const collector = new LogCollector(new URL("http://127.0.0.1:9/lines"), "api");
  collector.write('{"msg":"one"}');
  await collector.close();
  expect(messages()).toEqual([]);
});
