import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { ConfigError } from "../settings/setting.ts";
import { clientAddress, LOOPBACK, networkOf, trustRanges } from "./client-address.ts";
import { createHttpServer } from "./http.ts";

const from = (remoteAddress: string, forwarded?: string): Pick<IncomingMessage, "socket" | "headers"> => ({
  socket: { remoteAddress } as IncomingMessage["socket"],
  headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
});

/** Peer, X-Forwarded-For, trusted proxies, and the client that makes. */
const CASES: [string, string | undefined, readonly string[], string][] = [
  ["203.0.113.7", undefined, LOOPBACK, "203.0.113.7"],
  ["203.0.113.7", "198.51.100.1", LOOPBACK, "203.0.113.7"],
  ["203.0.113.7", "127.0.0.1, ::1", LOOPBACK, "203.0.113.7"],
  ["127.0.0.1", "198.51.100.1", LOOPBACK, "198.51.100.1"],
  ["::1", "198.51.100.1", LOOPBACK, "198.51.100.1"],
  ["::ffff:127.0.0.1", "198.51.100.1", LOOPBACK, "198.51.100.1"],
  ["127.0.0.1", "198.51.100.1", [], "127.0.0.1"],
  ["127.0.0.1", "1.1.1.1, 198.51.100.1", LOOPBACK, "198.51.100.1"],
  ["10.0.0.2", "1.1.1.1, 198.51.100.1, 10.0.0.9", ["10.0.0.0/8"], "198.51.100.1"],
  ["10.0.0.2", "1.1.1.1, 10.0.0.8, 10.0.0.9", ["10.0.0.2"], "10.0.0.9"],
  ["2001:db8::2", "2001:db8:1::5", ["2001:db8::/64"], "2001:db8:1::5"],
  ["127.0.0.1", "not an address", LOOPBACK, "not an address"],
  ["127.0.0.1", "", LOOPBACK, "127.0.0.1"],
];

test.each(CASES)("of %s forwarding %j, with %j trusted, the client is %s", async (peer, forwarded, trusted, client) => {
  const request = from(peer, forwarded);
  expect(clientAddress(request, trustRanges(trusted))).toBe(client);
});

test("the HTTP server and the edge's viewer count take the same client from the same request", async () => {
  for (const [peer, forwarded, trusted, client] of CASES) {
    const log = createLog("silent", "test");
    const app = createHttpServer({ name: "test", log, checks: {}, config: { trustedProxies: trusted } });
    app.get("/me", (request) => ({ ip: request.ip }));
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    const answer = await app.inject({ url: "/me", headers, remoteAddress: peer });
    await app.close();
    expect(answer.json()).toEqual({ ip: client });
  }
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:a:b:1::1", "2001:db8:a:b::/64"],
  ["2001:DB8:A:B:ffff:ffff:ffff:ffff", "2001:db8:a:b::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s is of the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("a client is the same from whichever port, where a proxy names it", () => {
  const isTrusted = trustRanges([...LOOPBACK, "10.0.0.9"]);
  for (const port of [5151, 5152]) {
    expect(clientAddress(from("127.0.0.1", `198.51.100.1:${port}, 10.0.0.9:${port}`), isTrusted)).toBe("198.51.100.1");
    expect(clientAddress(from("127.0.0.1", `[2001:db8::1]:${port}`), isTrusted)).toBe("2001:db8::1");
    expect(networkOf(`198.51.100.1:${port}`)).toBe("198.51.100.1");
    expect(networkOf(`[2001:db8:1:2::3]:${port}`)).toBe("2001:db8:1:2::/64");
  }
});

test("KINORA_TRUSTED_PROXIES takes addresses, ranges, loopback and none, and refuses anything else", () => {
  const read = (value?: string) =>
    readConfig(value === undefined ? {} : { KINORA_TRUSTED_PROXIES: value }).trustedProxies;
  expect(read()).toEqual(LOOPBACK);
  expect(read("none")).toEqual([]);
  expect(read("loopback, 10.0.0.0/8,2001:db8::7")).toEqual([...LOOPBACK, "10.0.0.0/8", "2001:db8::7"]);
  for (const wrong of ["proxy.example.com", "10.0.0.0/33", "10.0.0.0/8;10.0.0.1", "true"])
    expect(() => read(wrong)).toThrow(ConfigError);
});
