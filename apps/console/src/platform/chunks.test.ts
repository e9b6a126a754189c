import { expect, test, vi } from "vitest";
import { ChunkFailure, loadChunk } from "./chunks.ts";

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

test("a page's code that never comes counts as failed", async () => {
  vi.useFakeTimers();
  try {
    const around = surroundings(true);
    const loading = loadChunk(() => new Promise<never>(() => {}), around);
    const failure = loading.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await failure).toBeInstanceOf(ChunkFailure);
  } finally {
    vi.useRealTimers();
  }
});
