import { randomBytes } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { selectRow } from "@kinora/db/testing-rows.ts";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Services } from "../../context.ts";
import { runTasks } from "../../platform/jobs/worker.ts";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { grantOf, sharedServices } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { fetchImport } from "./fetch-import.ts";
import { openUrl } from "./fetch-url.ts";
import { createImports } from "./imports.ts";

const services = await sharedServices();
let reaching: Services;
let server: Server;
let base: string;
const dripping = new Set<ServerResponse>();

beforeAll(async () => {
  reaching = { ...services, config: { ...services.config, allowPrivateUrls: true } };
  server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "video/mp4" });
    if (request.url === "/whole.mp4") return void response.end(randomBytes(1_000));
    dripping.add(response);
    response.once("close", () => dripping.delete(response));
    response.write("\0");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  server.close();
  server.closeAllConnections();
});

async function begin(project: TestProject, names: string[]): Promise<number[]> {
  const items = names.map((name) => ({ url: `${base}/${name}` }));
  const made = await createImports(as(reaching, project.owner), grantOf(project), items, "url");
  return made.map(({ video_id: id }) => id ?? 0);
}

const uploadOf = (videoId: number) => selectRow(services, "uploads", { video_id: videoId }, "id", "state");

test("slow imports of one account do not delay another's", async () => {
  const [greedy, other] = [await aProject(services), await aProject(services)];
  await begin(
    greedy,
    Array.from({ length: 20 }, (_, index) => `drip-${index}.mp4`),
  );
  const worker = await runTasks(reaching, [fetchImport], []);
  onTestFinished(async () => {
    server.closeAllConnections();
    await worker.close();
  });
  await until(async () => dripping.size === 3);
  const [video = 0] = await begin(other, ["whole.mp4"]);
  await until(async () => (await uploadOf(video)).state === "complete");
  expect(dripping.size).toBe(3);
});

test("a server that sends too slowly is given up after a minute, though it is never silent", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const [video = 0] = await begin(await aProject(services), ["drip.mp4"]);
  const { id } = await uploadOf(video);
  const run = { jobId: "1", signal: new AbortController().signal, failures: 2 };
  const fetching = fetchImport.run(reaching, { uploadId: id }, run);
  let over = false;
  fetching.then(
    () => (over = true),
    () => (over = true),
  );
  while (!over) {
    // The clock starts only once the server has started to answer.
    if (dripping.size > 0) vi.advanceTimersByTime(10_000);
    for (const response of dripping) response.write("\0");
    await nextTurn();
  }
  await expect(fetching).rejects.toMatchObject({
    code: "timeout",
    message: "The server sent less than a megabyte in a minute.",
    retryable: true,
  });
});

test("a server that sends its header too slowly is given up, though each byte of it arrives in time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const sockets = new Set<Socket>();
  const slow = createServer().on("connection", (socket) => sockets.add(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    slow.close();
  });
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/a.mp4`;
  const opening = openUrl(url, { allowPrivate: true, signal: new AbortController().signal });
  let refusal: unknown = null;
  opening.catch((error: unknown) => (refusal = error));
  await vi.waitFor(() => expect(sockets.size).toBe(1));
  for (const letter of "HTTP/1.1 200 OK\r\nX-Slow: ") {
    for (const socket of sockets) socket.write(letter);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.waitFor(() => expect(refusal).toMatchObject({ code: "timeout" }));
});
