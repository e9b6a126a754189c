import { expect, test } from "vitest";
import { seal, unseal } from "./sealed.ts";

test("what was sealed is opened by the same key for the same purpose only", () => {
  const sealed = seal("a key", "stream key", "abc-123");
  expect(sealed.includes("abc-123")).toBe(false);
  expect(unseal("a key", "stream key", sealed)).toBe("abc-123");
  expect(() => unseal("another", "stream key", sealed)).toThrow();
  expect(() => unseal("a key", "restream key", sealed)).toThrow();
  const last = sealed.length - 1;
  const changed = Buffer.concat([sealed.subarray(0, last), Buffer.from([(sealed[last] ?? 0) ^ 1])]);
  expect(() => unseal("a key", "stream key", changed)).toThrow();
});
