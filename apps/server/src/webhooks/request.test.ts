import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Requests } from "./request.ts";

const requests = new Requests();
const server = createServer();
afterEach(() => {
  requests.close();
  server.closeAllConnections();
  server.close();
});

test("a connection that the receiver closed meanwhile is replaced by a new one, and a new one that it closes is an answer", async () => {
  const served = new Map<Socket, number>();
  let closesAll = false;
  server.on("request", (request, response) => {
    const before = served.get(request.socket) ?? 0;
    served.set(request.socket, before + 1);
    if (closesAll || before > 0) request.socket.resetAndDestroy();
    else response.end("taken");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const post = () => requests.post(url, {}, "{}", { allowPrivate: true, signal: AbortSignal.timeout(60_000) });
  for (let n = 0; n < 3; n += 1) expect(await post()).toMatchObject({ status: 200, body: "taken", error: null });
  expect(served.size).toBe(3);
  closesAll = true;
  expect(await post()).toMatchObject({
    status: null,
    error: "The receiver closed the connection before it answered.",
  });
});
