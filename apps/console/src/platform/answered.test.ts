import { QueryClient, QueryObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { isAnswered } from "./answered.ts";

afterEach(() => onlineManager.setOnline(true));

/** An answer someone waits for, as a page sees it. */
function asked(ask: () => Promise<string>) {
  const observer = new QueryObserver(new QueryClient(), { queryKey: ["overview"], queryFn: ask, retry: 1 });
  const stop = observer.subscribe(() => {});
  return { answered: () => isAnswered(observer.getCurrentResult()), stop };
}

test("a page waits for an answer until it is there", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { answered, stop } = asked(() => promise);
  expect(answered()).toBe(false);
  resolve("two films");
  await vi.waitUntil(answered);
  stop();
});

test("a page does not wait for what failed once, nor for what there is no network for", async () => {
  const failing = asked(() => Promise.reject(new Error("out of order")));
  await vi.waitUntil(failing.answered);
  failing.stop();
  onlineManager.setOnline(false);
  const unasked = asked(() => Promise.resolve("never"));
  expect(unasked.answered()).toBe(true);
  unasked.stop();
});
