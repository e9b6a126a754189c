// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { serverNow, setPageClock } from "./page-clock.ts";
import { showWaiting } from "./waiting-page.ts";

const MADE = 1_900_000_000;
const MINUTE_MS = 60_000;
const stamp = `2.${MADE}.abcdefghijk..abcdefghijklmnopqrstuv`;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setPageClock("");
});

/** A device whose clock is off, a minute after it asked for the page. */
function aDevice(offMs: number): void {
  vi.spyOn(performance, "timeOrigin", "get").mockReturnValue(MADE * 1_000 + offMs);
  vi.useFakeTimers({ now: MADE * 1_000 + offMs + MINUTE_MS, toFake: ["Date"] });
  setPageClock(stamp);
}

test.each([-3 * 365 * 86_400_000, -10 * MINUTE_MS, 0, 7 * MINUTE_MS])(
  "on a device that is %d ms off, a page goes by the clock of the server",
  (offMs) => {
    aDevice(offMs);
    expect(serverNow()).toBe(MADE * 1_000 + MINUTE_MS);
    const container = document.createElement("div");
    const startsAt = new Date(MADE * 1_000 + 3 * MINUTE_MS).toISOString();
    const stop = showWaiting(
      container,
      { availability: "offline", progress: 0, renditions: [], settled: true, start_at: startsAt },
      "offline",
    );
    expect(container.querySelector('[role="timer"]')?.textContent).toBe("02:00");
    stop();
  },
);

test("what a page takes to arrive is no difference of clocks, nor is a stamp without a time", () => {
  aDevice(1_500);
  expect(serverNow()).toBe(Date.now());
  setPageClock("nonsense");
  expect(serverNow()).toBe(Date.now());
});
