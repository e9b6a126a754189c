import { expect, test } from "vitest";
import { isNarrowed, liveSearch, liveView, nextOrder, NOT_NARROWED, readLiveSearch, streamsInput } from "./liveView.ts";

test("an address of nonsense is the usual list", () => {
  expect(readLiveSearch({ page: "-2", per_page: 31, state: ["asleep", 7], sort: "price", search: {} })).toEqual({});
  expect(streamsInput(liveView({}))).toEqual({ page: 1, per_page: 30, sort: "created_at", sort_order: "desc" });
});

test("an address keeps what narrows and orders the livestreams", () => {
  const address = { page: 2, per_page: 50, search: "harbour", state: ["live", "paused"], sort: "name" };
  expect(readLiveSearch(address)).toEqual(address);
  const view = liveView(readLiveSearch(address));
  expect(liveSearch(view)).toEqual(address);
  expect(isNarrowed(view)).toBe(true);
  expect(streamsInput(view)).toEqual({
    page: 2,
    per_page: 50,
    search: "harbour",
    state: ["live", "paused"],
    sort: "name",
    sort_order: "asc",
  });
});

test("an address narrows to what is recorded, sent on, and made on some days", () => {
  const address = { recording: true, restream: true, from: "2030-01-31", to: "2030-02-01" } as const;
  expect(readLiveSearch(address)).toEqual(address);
  expect(readLiveSearch({ recording: "no", from: "yesterday" })).toEqual({});
  const view = liveView(address);
  expect(isNarrowed(view)).toBe(true);
  expect(streamsInput(view)).toMatchObject({
    recording: "true",
    restream: "true",
    from: "2030-01-31",
    to: "2030-02-01",
  });
  expect(isNarrowed({ ...view, ...NOT_NARROWED })).toBe(false);
});

test("one state in an address counts, and so do digits that are searched for", () => {
  expect(readLiveSearch({ state: "live", search: 2030 })).toEqual({ state: ["live"], search: "2030" });
});

test("a column's name orders by it, and once more turns the order round", () => {
  expect(nextOrder("-created_at", "name")).toBe("name");
  expect(nextOrder("name", "name")).toBe("-name");
  expect(nextOrder("-created_at", "created_at")).toBe("created_at");
  expect(nextOrder("name", "last_live_at")).toBe("-last_live_at");
});
