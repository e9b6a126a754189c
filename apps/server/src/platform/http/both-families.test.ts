import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { bindOnBoth, listenOnIpv6Too } from "./both-families.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));

async function onIpv4<Kind extends Server>(server: Kind, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

test.runIf(hasIpv6).each(["127.0.0.1", "0.0.0.0"])(
  "an HTTP server on %s answers over IPv6, too, by names and addresses as they are (needs ::1)",
  async (host) => {
    const server = createHttpServer((request, response) => response.end(request.socket.remoteAddress));
    const port = await onIpv4(server, host);
    const second = await listenOnIpv6Too(server, host);
    const ask = async (name: string) => (await fetch(`http://${name}:${port}/`)).text();
    expect(await ask("127.0.0.1")).toBe("127.0.0.1");
    expect(await ask("[::1]")).toBe("::1");
    const ended = once(second!, "close");
    server.close();
    server.closeAllConnections();
    await ended;
  },
);

test("a server on one address only has no counterpart", async () => {
  const server = createServer();
  await onIpv4(server, "127.0.0.2");
  expect(await listenOnIpv6Too(server, "127.0.0.2")).toBeNull();
});

test.runIf(hasIpv6)("a port that another program has on IPv6 is refused (needs ::1)", async () => {
  const server = createServer();
  const port = await onIpv4(server, "127.0.0.1");
  const other = createServer();
  await new Promise<void>((resolve) => other.listen({ port, host: "::1", ipv6Only: true }, resolve));
  closing.push(() => other.close());
  await expect(listenOnIpv6Too(server, "127.0.0.1")).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test.runIf(hasIpv6)("a connection over IPv6 reaches a server of TCP (needs ::1)", async () => {
  const server = createServer((socket) => socket.end("welcome"));
  const port = await onIpv4(server, "127.0.0.1");
  await listenOnIpv6Too(server, "127.0.0.1");
  const [said] = (await once(connect(port, "::1"), "data")) as [Buffer];
  expect(said.toString()).toBe("welcome");
});

test.runIf(hasIpv6)("datagrams are taken over both families on one port (needs ::1)", async () => {
  const sockets = await bindOnBoth("127.0.0.1", 0, {});
  closing.push(() => sockets.forEach((socket) => socket.close()));
  expect(new Set(sockets.map((socket) => socket.address().port)).size).toBe(1);
  for (const [at, address] of ["127.0.0.1", "::1"].entries()) {
    const sender = createSocket(at === 0 ? "udp4" : "udp6");
    closing.push(() => sender.close());
    const received = once(sockets[at]!, "message");
    sender.send("hello", sockets[at]!.address().port, address);
    const [, from] = (await received) as [Buffer, { address: string }];
    expect(from.address).toBe(address);
  }
});
