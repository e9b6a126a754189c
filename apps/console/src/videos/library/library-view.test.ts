import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { expect, test } from "vitest";
import { libraryView, orderOf, placeOf, selectionOf } from "./library-view.ts";

test("an address says what differs from the usual list", () => {
  const raw = { type: "inprogress", page: 3, per_page: "50", search: " harbor ", published: true };
  expect(libraryView.read(raw)).toEqual({
    type: "inprogress",
    page: 3,
    per_page: 50,
    search: "harbor",
    published: "true",
  });
  expect(libraryView.read({ type: "completed", page: 1, per_page: 30 })).toEqual({});
});

test("the video beside a list is in its address, and not in the list's own", () => {
  const address = libraryView.read({ type: "failed", peek: "12" });
  expect(address.peek).toBe(12);
  expect(placeOf(address)).toEqual({ type: "failed" });
  expect(libraryView.isNarrowed(address)).toBe(false);
  expect(orderOf(address)).toBe(null);
  expect(orderOf({ type: "inprogress" })).toBe("created");
});

test("everything that narrows a list is in its address and is asked for as it stands there", () => {
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
    page: 2,
  };
  const address = libraryView.read(raw);
  expect(address).toEqual({
    category: 4,
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
    page: 2,
  });
  expect(libraryView.isNarrowed(address)).toBe(true);
  expect(libraryView.clear(address)).toEqual({ sort: "-size" });
  expect(selectionOf(address)).toEqual({
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
  expect(selectionOf({ category: "none", untagged: true })).toEqual({
    type: "completed",
    category: ["none"],
    untagged: "true",
  });
  expect(queryOf({ tags: [1, 2], search: "a&b" })).toBe("tags%5B%5D=1&tags%5B%5D=2&search=a%26b");
});

test("nonsense in an address counts as not said", () => {
  expect(libraryView.read({ type: "everything", page: -2, per_page: 31, search: {}, published: "maybe" })).toEqual({});
});
