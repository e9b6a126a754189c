// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkFailure, clearRedirectedSoon, loadChunk } from "./chunks.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

function surroundings(redirected: boolean) {
  let flag = redirected;
  return {
    reload: vi.fn<() => void>(),
    redirected: () => flag,
    setRedirected: (value: boolean) => {
      flag = value;
    },
    timeoutMs: 1000,
  };
}

test("a page's code that does not arrive reloads the console once", async () => {
  const around = surroundings(false);
  void loadChunk(() => Promise.reject(new Error("404")), around);
  await vi.waitFor(() => expect(around.reload).toHaveBeenCalledOnce());
  expect(around.redirected()).toBe(true);
});

test("it does not reload again right after", async () => {
  const around = surroundings(true);
  await expect(loadChunk(() => Promise.reject(new Error("404")), around)).rejects.toThrow(ChunkFailure);
  expect(around.reload).not.toHaveBeenCalled();
});

/** A page's code that stays under way. */
const never = () => new Promise<never>(() => {});

// spec: 4.15, 9.4
test("a page's code has 120 seconds to arrive, and reloads the console once when it has not", async () => {
  vi.useFakeTimers();
  const reload = vi.fn<() => void>();
  void loadChunk(never, { reload });
  await vi.advanceTimersByTimeAsync(119_900);
  expect(reload).not.toHaveBeenCalled();
  expect(localStorage.getItem("routerRedirected")).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  expect(reload).toHaveBeenCalledOnce();
  expect(localStorage.getItem("routerRedirected")).toBe("true");
  await vi.advanceTimersByTimeAsync(240_000);
  expect(reload).toHaveBeenCalledOnce();
});

test("a page's code that never comes counts as failed after a reload", async () => {
  vi.useFakeTimers();
  localStorage.setItem("routerRedirected", "true");
  let failure: unknown;
  void loadChunk(never).catch((error: unknown) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(119_900);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(failure).toBeInstanceOf(ChunkFailure);
});

// spec: 4.14, 9.3
test("the guard against reloading twice is lifted four seconds after a start", async () => {
  vi.useFakeTimers();
  localStorage.setItem("routerRedirected", "true");
  clearRedirectedSoon();
  await vi.advanceTimersByTimeAsync(3900);
  expect(localStorage.getItem("routerRedirected")).toBe("true");
  await vi.advanceTimersByTimeAsync(200);
  expect(localStorage.getItem("routerRedirected")).toBeNull();
});
