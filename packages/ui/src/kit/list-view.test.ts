import { expect, test } from "vitest";
import { dayOf, flag, idOf, listView, oneOf, queryOf, searched, shownAs } from "./list-view.ts";

const view = listView({
  search: searched(),
  result: oneOf(["complete", "failed"]),
  user: idOf(),
  from: dayOf(),
  unused: flag(),
  sort: shownAs(["name", "-videos"]),
});

test.each([
  [{}, {}],
  [
    { search: " news ", result: "failed", user: "7", from: "2030-01-31", unused: "true", sort: "-videos", page: "3" },
    { search: "news", result: "failed", user: 7, from: "2030-01-31", unused: true, sort: "-videos", page: 3 },
  ],
  [
    { search: 2024, per_page: 100, strange: 1 },
    { search: "2024", per_page: 100 },
  ],
  [
    { search: " ", result: "lost", user: -1, from: "yesterday", unused: "maybe", sort: "size", page: 0, per_page: 7 },
    {},
  ],
  [{ sort: "name", page: 1, per_page: 30 }, {}],
  [{ search: {}, result: ["failed"], user: Number.NaN }, { result: "failed" }],
])("the address %j means %j, and that address means itself", (raw, address) => {
  expect(view.read(raw)).toEqual(address);
  expect(view.read({ ...view.read(raw) })).toEqual(address);
});

test("whatever changes the rows leads to the first page; a change of the page keeps the rest", () => {
  const address = view.read({ search: "news", page: 4 });
  expect(view.change(address, { result: "failed" })).toEqual({ search: "news", result: "failed" });
  expect(view.change(address, { page: 5 })).toEqual({ search: "news", page: 5 });
  expect(view.change(address, { search: undefined })).toEqual({});
  expect(view.change(address, { search: "" })).toEqual({});
  expect(view.change(address, { per_page: 50 })).toEqual({ search: "news", per_page: 50 });
});

test("an order leaves nothing out, and clearing keeps it", () => {
  expect(view.isNarrowed({ sort: "-videos", page: 2 })).toBe(false);
  expect(view.isNarrowed({ user: 7 })).toBe(true);
  expect(view.clear({ user: 7, search: "news", sort: "-videos", page: 2 })).toEqual({ sort: "-videos" });
});

test("a page without a number is the first, of 30 rows", () => {
  expect(view.pageOf({})).toEqual({ page: 1, per_page: 30 });
  expect(view.pageOf({ page: 2, per_page: 50 })).toEqual({ page: 2, per_page: 50 });
});

test("a filter's lists are repeated in the query of an export", () => {
  expect(queryOf({ search: "a b", result: ["failed", "complete"], from: undefined })).toBe(
    "search=a+b&result%5B%5D=failed&result%5B%5D=complete",
  );
});
