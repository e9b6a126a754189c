import { expect, test } from "vitest";
import { headerNameProblem, headerValueProblem } from "./own-headers.ts";

test.each([
  ["X-Source", true],
  ["authorization", true],
  ["Host", false],
  ["content-LENGTH", false],
  ["Transfer-Encoding", false],
  ["Webhook-Signature", false],
  ["webhook-anything", false],
  ["Proxy-Authorization", false],
  ["X Source", false],
  ["X-Source:", false],
  ["Ünicode", false],
  ["", false],
  ["x".repeat(101), false],
])("a header can be named %j: %o", (name, isFine) => {
  expect(headerNameProblem(name) === null).toBe(isFine);
});

test.each([
  ["Bearer abc.def", true],
  ["a\tb", true],
  ["", false],
  [" a", false],
  ["a ", false],
  ["a\r\nHost: b", false],
  ["a\0", false],
  ["é", false],
  ["x".repeat(1_001), false],
])("a header can have the value %j: %o", (value, isFine) => {
  expect(headerValueProblem(value) === null).toBe(isFine);
});
