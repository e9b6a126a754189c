import { expect, test } from "vitest";
import { urlProblem, webhookState } from "./limits.ts";

test.each([
  ["https://example.com/hooks?source=kinora", true],
  ["http://receiver.internal:8080/", true],
  ["ftp://example.com/", false],
  ["example.com", false],
  ["https://me:secret@example.com/", false],
  ["https://example.com/#part", false],
])("%s can be an address of a webhook: %o", (url, isFine) => {
  expect(urlProblem(url) === null).toBe(isFine);
});

test("a disabled webhook is disabled, whatever failed before", () => {
  const at = new Date();
  expect(webhookState({ disabled_at: null, failing_since: null })).toBe("active");
  expect(webhookState({ disabled_at: null, failing_since: at })).toBe("failing");
  expect(webhookState({ disabled_at: at, failing_since: at })).toBe("disabled");
});
