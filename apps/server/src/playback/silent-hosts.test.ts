import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { SilentHosts } from "./silent-hosts.ts";

vi.setConfig({ testTimeout: patient(30_000) });

/** A host that accepts every connection and answers what the test sets. */
async function aHost(
  answers: (path: string, response: ServerResponse) => void,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    answers(url, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const ask = (hosts: SilentHosts, url: string, path: string) =>
  hosts.watched(url, async (signal) => (await fetch(`${url}${path}`, { signal })).status);

test("requests to a host that does not answer another question either are ended", async () => {
  const host = await aHost(() => undefined);
  const hosts = new SilentHosts();
  const requests = ["/live/a", "/live/b"].map((path) => ask(hosts, host.url, path));
  const ended = await Promise.allSettled(requests);
  expect(ended.map((each) => each.status === "rejected" && (each.reason as Error).name)).toEqual([
    "TimeoutError",
    "TimeoutError",
  ]);
  // Both share the question.
  expect(host.asked.filter((path) => path === "/healthz")).toHaveLength(1);
});

test("a host that runs may take its time", async () => {
  let waiting: ServerResponse | undefined;
  let questions = 0;
  const host = await aHost((path, response) => {
    if (path !== "/healthz") {
      waiting = response;
      return;
    }
    response.writeHead(200).end();
    questions += 1;
    // Asked twice, it has outlasted one answer.
    if (questions === 2) waiting?.writeHead(204).end();
  });
  expect(await ask(new SilentHosts(), host.url, "/live/a")).toBe(204);
});
