import type { IncomingMessage } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
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

test("a livestream that ended is forgotten with its viewers, and takes no room of those on air", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const audience = new Audience(trustRanges(LOOPBACK));
  for (let stream = 0; stream < 200; stream += 1) {
    for (let viewer = 0; viewer < 10; viewer += 1) audience.note(`stream ${stream}`, `viewer ${viewer}`);
    vi.advanceTimersByTime(1_000);
  }
  // Those of the last twelve seconds.
  expect(audience.remembered).toEqual({ streams: 12, viewers: 120 });
  vi.advanceTimersByTime(60_000);
  audience.note("on air", "viewer");
  expect(audience.remembered).toEqual({ streams: 1, viewers: 1 });
  expect(audience.of("stream 199").viewers).toBe(0);
  expect(audience.of("on air").viewers).toBe(1);
});

test("a viewer who keeps asking keeps the others of the livestream for twelve seconds only", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const audience = new Audience(trustRanges(LOOPBACK));
  audience.note("stream", "left");
  audience.sent("stream", 500);
  for (let second = 0; second < 20; second += 1) {
    vi.advanceTimersByTime(1_000);
    audience.note("stream", "stays");
  }
  expect(audience.remembered).toEqual({ streams: 1, viewers: 1 });
  expect(audience.of("stream").sent_bytes).toBe(500);
});
