import { expect, test } from "vitest";
import { giveBytesBack, takeBytes } from "./recycled-bytes.ts";

test("memory that was given back is used again, once, and never while it is in use", () => {
  const first = takeBytes(200_000);
  expect(first.length).toBeGreaterThanOrEqual(200_000);
  expect(takeBytes(200_000).buffer).not.toBe(first.buffer);
  const piece = first.subarray(100, 2_000);
  giveBytesBack(piece);
  giveBytesBack(first);
  const [again, other] = [takeBytes(190_000), takeBytes(190_000)];
  expect(again.buffer).toBe(first.buffer);
  expect(other.buffer).not.toBe(first.buffer);
});

test("memory of others is left alone", () => {
  const own = Buffer.allocUnsafeSlow(128 * 1024);
  giveBytesBack(own);
  for (let taken = 0; taken < 20; taken += 1) expect(takeBytes(own.length).buffer).not.toBe(own.buffer);
});
