import { expect, test } from "vitest";
import { sharedBuffersMib } from "./memory.ts";

const GIB = 1024 ** 3;

test("the database's memory grows with the machine's, within limits", () => {
  expect(sharedBuffersMib(1 * GIB, 0)).toBe(32);
  expect(sharedBuffersMib(2 * GIB, 0)).toBe(128);
  expect(sharedBuffersMib(8 * GIB, 0)).toBe(512);
  expect(sharedBuffersMib(256 * GIB, 0)).toBe(1024);
});

test("a container's limit applies when it is smaller than the machine's memory, and no limit is recognized", () => {
  expect(sharedBuffersMib(64 * GIB, 4 * GIB)).toBe(256);
  expect(sharedBuffersMib(8 * GIB, 2 ** 64)).toBe(512);
});
