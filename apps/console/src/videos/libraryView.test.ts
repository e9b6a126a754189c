import { expect, test } from "vitest";
import {
  isNarrowed,
  librarySearch,
  libraryView,
  orderOf,
  placeOf,
  readLibrarySearch,
  selectionOf,
  selectionQuery,
} from "./libraryView.ts";

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
    sort: null,
    narrowing: {},
    peek: null,
  });
});

test("the video beside a list stands in its address, and not in the list's own", () => {
  const view = libraryView(readLibrarySearch({ type: "failed", peek: "12" }));
  expect(view.peek).toBe(12);
  expect(placeOf(view)).toEqual({ type: "failed" });
  expect(orderOf(view)).toBe(null);
  expect(orderOf({ type: "inprogress", sort: null })).toBe("created");
});

test("everything that narrows a list stands in its address and is asked for as it stands there", () => {
  const raw = {
    category: 4,
    tags: [1, "2"],
    tags_mode: "all",
    user: "9",
    from: "2030-01-01",
    has: "1080p",
    missing: "drop",
    sort: "-size",
    duration_max: 60,
    status: "failed",
    captions: false,
    larger: "20",
    published_to: "2030-02-01",
  };
  const search = readLibrarySearch(raw);
  expect(search).toEqual({
    category: "4",
    tags: [1, 2],
    tags_mode: "all",
    user: 9,
    from: "2030-01-01",
    has: "1080p",
    sort: "-size",
    duration_max: 60,
    status: "failed",
    captions: "false",
    larger: 20,
    published_to: "2030-02-01",
  });
  const view = libraryView(search);
  expect(isNarrowed(view)).toBe(true);
  expect(selectionOf(view)).toEqual({
    type: "completed",
    category: [4],
    tags: [1, 2],
    tags_mode: "all",
    user: [9],
    from: "2030-01-01",
    has: ["1080p"],
    duration_max: 60,
    status: ["failed"],
    captions: "false",
    size_min: 20_000_000,
    published_to: "2030-02-01",
  });
  expect(selectionQuery({ tags: [1, 2], search: "a&b" })).toBe("tags%5B%5D=1&tags%5B%5D=2&search=a%26b");
});

test("nonsense in an address counts as not said", () => {
  expect(readLibrarySearch({ type: "everything", page: -2, per_page: 31, search: {}, published: "maybe" })).toEqual({});
});

test("a view and its address say the same", () => {
  for (const search of [
    {},
    { page: 2 },
    { type: "recent" as const },
    { type: "trash" as const, sort: "title" as const, untagged: "true" as const, category: "none" },
    { search: "orchard", published: "false" as const },
    { peek: 4, page: 2 },
  ]) {
    expect(librarySearch(libraryView(search))).toEqual(search);
  }
});
