import { expect, test } from "vitest";
import { checkToken, NEW_TOKEN, tokenSettings, type TokenFields } from "./token-fields.ts";

const now = new Date("2026-09-21T12:00:00Z");
const settings = (change: Partial<TokenFields>) => tokenSettings({ ...NEW_TOKEN, name: "Contest", ...change }, now);

test("a new token is used once, for a day, with the titles that are sent", () => {
  expect(settings({})).toEqual({
    name: "Contest",
    uses_max: 1,
    max_bytes: null,
    expires_at: "2026-09-22T12:00:00.000Z",
    title: null,
    title_prefix: null,
    category_id: null,
    tag_ids: [],
    published: false,
    origins: [],
  });
});

test("sizes are megabytes, and lists may be pasted", () => {
  expect(
    settings({
      uses: "20",
      megabytes: "1.5",
      titleKind: "prefix",
      title: "Entry:",
      tags: [{ id: 4, name: "entry" }],
      origins: "https://a.example.com, https://b.example.com\n",
    }),
  ).toMatchObject({
    uses_max: 20,
    max_bytes: 1_500_000,
    title: null,
    title_prefix: "Entry:",
    tag_ids: [4],
    origins: ["https://a.example.com", "https://b.example.com"],
  });
  expect(settings({ titleKind: "fixed", title: "Entry" })).toMatchObject({ title: "Entry", title_prefix: null });
});

test("what is missing or no number is named at its field", () => {
  const words = { nameEmpty: "name", titleEmpty: "title", number: "number" };
  expect(checkToken({ ...NEW_TOKEN, name: "A" }, words)).toEqual({});
  expect(checkToken({ ...NEW_TOKEN, uses: "many", megabytes: "big", titleKind: "fixed" }, words)).toEqual({
    name: "name",
    uses: "number",
    megabytes: "number",
    title: "title",
  });
});
