import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Audience } from "./audience.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const report = (change: Partial<Parameters<Audience["report"]>[1]>) => ({
  viewers: 1,
  sent_bytes: 0,
  watched_seconds: 0,
  stalled_seconds: 0,
  latency_seconds: null,
  ...change,
});

test("reports of edges are added up, and an edge without reports does not count", () => {
  const audience = new Audience();
  expect(audience.now()).toEqual({ viewers: 0, latencySeconds: null, rebufferPercent: null });
  audience.report("one", report({ viewers: 3, latency_seconds: 1 }));
  audience.report("other", report({ viewers: 1, latency_seconds: 3 }));
  expect(audience.now()).toMatchObject({ viewers: 4, latencySeconds: 1.5 });
  vi.advanceTimersByTime(10_000);
  audience.report("other", report({ viewers: 2 }));
  vi.advanceTimersByTime(10_000);
  expect(audience.now()).toMatchObject({ viewers: 2, latencySeconds: null });
});

test("totals of an edge count from its first report, and a restarted edge counts from 0", () => {
  const audience = new Audience();
  audience.report("one", report({ sent_bytes: 5_000 }));
  audience.report("one", report({ sent_bytes: 7_000 }));
  expect(audience.takeSentBytes()).toBe(2_000);
  expect(audience.takeSentBytes()).toBe(0);
  audience.report("one", report({ sent_bytes: 300 }));
  expect(audience.takeSentBytes()).toBe(300);
});

test("rebuffering is of the last minute", () => {
  const audience = new Audience();
  audience.report("one", report({}));
  audience.report("one", report({ watched_seconds: 19, stalled_seconds: 1 }));
  expect(audience.now().rebufferPercent).toBe(5);
  vi.advanceTimersByTime(50_000);
  audience.report("one", report({ watched_seconds: 39, stalled_seconds: 1 }));
  expect(audience.now().rebufferPercent).toBe(2.5);
  vi.advanceTimersByTime(15_000);
  expect(audience.now().rebufferPercent).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(audience.now().rebufferPercent).toBeNull();
});
