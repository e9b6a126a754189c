import { expect, test } from "vitest";
import { addressesIn, invitationState } from "./invitations.ts";

const now = new Date("2030-01-31T12:00:00Z");
const before = new Date("2030-01-31T11:59:59Z");
const after = new Date("2030-02-01T00:00:00Z");

test.each([
  ["pending", { accepted_at: null, revoked_at: null, expires_at: after }],
  ["expired", { accepted_at: null, revoked_at: null, expires_at: now }],
  ["accepted", { accepted_at: before, revoked_at: null, expires_at: before }],
  ["revoked", { accepted_at: null, revoked_at: before, expires_at: after }],
])("%s", (state, invitation) => {
  expect(invitationState(invitation, now)).toBe(state);
});

test("addresses are read from any list, each once", () => {
  expect(addressesIn(" Ada@example.com, grace@example.com;\nada@example.com\t")).toEqual([
    "ada@example.com",
    "grace@example.com",
  ]);
  expect(addressesIn(" \n")).toEqual([]);
});

test.each([
  ["Ada Lovelace <ada@example.com>, Grace <Grace@example.com>", ["ada@example.com", "grace@example.com"]],
  ['"Lovelace, Ada" <ada@example.com>; Hopper, Grace <grace@example.com>', ["ada@example.com", "grace@example.com"]],
  ["bob@example.com, J. Smith <j.smith@example.com>", ["bob@example.com", "j.smith@example.com"]],
  ["<ada@example.com>\n(grace@example.com)", ["ada@example.com", "grace@example.com"]],
  ["mailto:ada@example.com and 'grace@example.com'.", ["ada@example.com", "and", "grace@example.com"]],
  ["ada.example.com, Grace <grace@example.com>", ["ada.example.com", "grace@example.com"]],
  ["ada@example.com\u200B", ["ada@example.com"]],
])("%j is read as mail programs copy it", (text, addresses) => expect(addressesIn(text)).toEqual(addresses));

test("a long text without an address is read in no time", () => {
  const text = "Ada ".repeat(20_000);
  expect(addressesIn(`${text}<`)).toEqual(["ada"]);
});
