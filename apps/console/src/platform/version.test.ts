import { afterEach, expect, test, vi } from "vitest";
import { checkVersion, version, watchVersion } from "./version.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("another last-modified of the index page flags a new version", async () => {
  const dates = [
    "Mon, 01 Jun 2026 10:00:00 GMT",
    "Mon, 01 Jun 2026 10:00:00 GMT",
    null,
    "Tue, 02 Jun 2026 10:00:00 GMT",
  ];
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation(() => {
    const date = dates.shift();
    return Promise.resolve(new Response(null, { headers: date ? { "last-modified": date } : {} }));
  });
  await checkVersion();
  await checkVersion();
  await checkVersion();
  expect(version.get()).toEqual({ changed: false, asked: false, reloading: false });
  await checkVersion();
  expect(version.get()).toEqual({ changed: true, asked: true, reloading: false });
  expect(sent).toHaveBeenLastCalledWith("/index.html", { method: "HEAD", cache: "no-cache" });
});

// spec: 4.16, 9.1
test("the index page is read when the console starts and each 60 seconds after", async () => {
  vi.useFakeTimers();
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null));
  const stop = watchVersion();
  expect(sent).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveBeenCalledTimes(3);
});
