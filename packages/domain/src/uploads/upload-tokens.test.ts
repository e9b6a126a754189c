import { expect, test } from "vitest";
import { tokenTitle, uploadTokenState } from "./upload-tokens.ts";

const now = new Date("2026-09-21T12:00:00Z");
const later = new Date("2026-09-21T12:00:01Z");

test.each([
  [0, 1, later, null, "active"],
  [1, 2, later, null, "active"],
  [1, 1, later, null, "used"],
  [1, 1, now, null, "used"],
  [0, 1, now, null, "expired"],
  [1, 1, now, now, "revoked"],
] as const)(
  "a token used %i of %i times that expires at %s and was revoked at %s is %s",
  (uses, max, expires, revoked, state) => {
    expect(uploadTokenState({ uses, uses_max: max, expires_at: expires, revoked_at: revoked }, now)).toBe(state);
  },
);

test.each([
  [null, null, "Holiday", "Holiday"],
  [null, "Contest:", "Holiday", "Contest: Holiday"],
  ["Contest entry", null, "Holiday", "Contest entry"],
])("a token with the title %j and the prefix %j makes of %j %j", (title, prefix, sent, made) => {
  expect(tokenTitle({ title, title_prefix: prefix }, sent)).toBe(made);
});
