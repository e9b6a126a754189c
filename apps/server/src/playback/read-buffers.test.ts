import { expect, test } from "vitest";
import { ReadBuffers } from "./read-buffers.ts";

test("a buffer that was written out is reused", () => {
  const buffers = new ReadBuffers();
  const first = buffers.take();
  buffers.giveBack(first, true);
  expect(buffers.take()).toBe(first);
});

test("a buffer that a broken connection may still hold is never reused", () => {
  const buffers = new ReadBuffers();
  const first = buffers.take();
  buffers.giveBack(first, false);
  expect(buffers.take()).not.toBe(first);
});

test("a thousand slow readers hold small buffers, and large ones are available again afterwards", () => {
  const buffers = new ReadBuffers();
  const taken = Array.from({ length: 1_000 }, () => buffers.take());
  const heldBytes = taken.reduce((sum, { length }) => sum + length, 0);
  expect(heldBytes).toBeLessThan(100 * 1_048_576);
  const [largest] = taken;
  for (const bytes of taken) buffers.giveBack(bytes, false);
  expect(buffers.take()).toHaveLength(largest?.length ?? 0);
});
