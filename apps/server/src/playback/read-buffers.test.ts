import { expect, test } from "vitest";
import { ReadBuffers } from "./read-buffers.ts";

test("memory that was written out is used again", () => {
  const buffers = new ReadBuffers();
  const first = buffers.take();
  buffers.giveBack(first, true);
  expect(buffers.take()).toBe(first);
});

test("memory a broken connection may still hold is never used again", () => {
  const buffers = new ReadBuffers();
  const first = buffers.take();
  buffers.giveBack(first, false);
  expect(buffers.take()).not.toBe(first);
});

test("a thousand slow readers hold small pieces of memory, and large ones are there again when they left", () => {
  const buffers = new ReadBuffers();
  const taken = Array.from({ length: 1_000 }, () => buffers.take());
  const heldBytes = taken.reduce((sum, { length }) => sum + length, 0);
  expect(heldBytes).toBeLessThan(100 * 1_048_576);
  const [largest] = taken;
  for (const bytes of taken) buffers.giveBack(bytes, false);
  expect(buffers.take()).toHaveLength(largest?.length ?? 0);
});
