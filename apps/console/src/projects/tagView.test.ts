import { expect, test } from "vitest";
import { readTagSearch, tagView } from "./tagView.ts";

test.each([
  [{}, {}],
  [
    { search: " news ", sort: "-videos", page: "3", unused: "true" },
    { search: "news", sort: "-videos", page: 3, unused: true },
  ],
  [{ search: 2024, sort: "size", page: "-1", unused: "maybe" }, { search: "2024" }],
])("the address %j means %j", (raw, search) => {
  expect(readTagSearch(raw)).toEqual(search);
  expect(readTagSearch({ ...readTagSearch(raw) })).toEqual(search);
});

test("an empty address is every tag by name, page 1", () => {
  expect(tagView({})).toEqual({ search: null, sort: "name", page: 1, unused: false });
});
