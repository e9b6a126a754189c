import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { LOOPBACK, trustRanges } from "../platform/http/client-address.ts";
import { Audience } from "./audience.ts";

const CHROME = "Mozilla/5.0 Chrome/150";
const asked = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress } as IncomingMessage["socket"],
  headers: { "user-agent": CHROME, ...(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }) },
});

function viewers(requests: ReturnType<typeof asked>[]): number {
  const audience = new Audience(trustRanges(LOOPBACK));
  for (const request of requests) audience.note("stream", audience.viewerOf(request));
  return audience.of("stream").viewers;
}

test("viewers with the same browser behind a trusted proxy are counted one by one", () => {
  expect(viewers(["198.51.100.1", "198.51.100.2", "198.51.100.1"].map((ip) => asked("127.0.0.1", ip)))).toBe(2);
});

test("a viewer who names other addresses, directly or through the proxy, is counted once", () => {
  expect(viewers(["192.0.2.1", "192.0.2.2"].map((lie) => asked("203.0.113.7", lie)))).toBe(1);
  expect(viewers(["192.0.2.1", "192.0.2.2"].map((lie) => asked("127.0.0.1", `${lie}, 203.0.113.7`)))).toBe(1);
});
