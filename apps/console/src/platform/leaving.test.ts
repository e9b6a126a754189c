// @vitest-environment jsdom
import { expect, test } from "vitest";
import { unlessLeaving, watchLeaving } from "./leaving.ts";

test("a failure is heard while the page stays, and not while the browser leaves it", async () => {
  watchLeaving();
  await expect(unlessLeaving()).resolves.toBeUndefined();
  window.dispatchEvent(new Event("pagehide"));
  const heard = await Promise.race([
    unlessLeaving().then(() => true),
    Promise.resolve().then(() => Promise.resolve(false)),
  ]);
  expect(heard).toBe(false);
  window.dispatchEvent(new Event("pageshow"));
  await expect(unlessLeaving()).resolves.toBeUndefined();
});
