import { expect, test } from "vitest";
import { effectiveSearch, librarySearch, libraryView, readLibrarySearch } from "./libraryView.ts";

test("an address is read as the view it stands for", () => {
  const search = readLibrarySearch({
    type: "inprogress",
    page: 3,
    per_page: "50",
    search: " harbor ",
    published: true,
  });
  expect(libraryView(search)).toEqual({
    type: "inprogress",
    page: 3,
    per_page: 50,
    search: "harbor",
    published: "true",
  });
});

test("nonsense in an address counts as not said", () => {
  expect(readLibrarySearch({ type: "everything", page: -2, per_page: 31, search: {}, published: "maybe" })).toEqual({});
});

test("a view and its address say the same", () => {
  for (const search of [
    {},
    { page: 2 },
    { type: "recent" as const },
    { search: "orchard", published: "false" as const },
  ]) {
    expect(librarySearch(libraryView(search))).toEqual(search);
  }
});

test("a search begins with the third letter", () => {
  expect(effectiveSearch("ha")).toBe("");
  expect(effectiveSearch(" har ")).toBe("har");
});
