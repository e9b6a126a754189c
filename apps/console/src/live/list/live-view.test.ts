import { expect, test } from "vitest";
import { liveView, streamsInput } from "./live-view.ts";

test("an address of nonsense is the usual list", () => {
  expect(liveView.read({ page: "-2", per_page: 31, state: "asleep", sort: "price", search: {} })).toEqual({});
  expect(streamsInput({})).toEqual({ page: 1, per_page: 30, sort: "created_at", sort_order: "desc" });
});

test("an address keeps what narrows and orders the livestreams", () => {
  const address = { page: 2, per_page: 50, search: "harbour", state: "live", sort: "name" };
  expect(liveView.read(address)).toEqual(address);
  expect(liveView.isNarrowed(liveView.read(address))).toBe(true);
  expect(streamsInput(liveView.read(address))).toEqual({ ...address, state: ["live"], sort_order: "asc" });
});

test("a group of states asks for each of them", () => {
  expect(streamsInput({ state: "on_air" }).state).toEqual(["live", "loop", "paused", "processing", "ended"]);
  expect(streamsInput({ state: "off_air" }).state).toEqual(["not_active", "disabled"]);
});

test("an address narrows to what is recorded, restreamed, and created on some days", () => {
  const address = { recording: true, restream: true, from: "2030-01-31", to: "2030-02-01" } as const;
  expect(liveView.read(address)).toEqual(address);
  expect(liveView.read({ recording: "no", from: "yesterday" })).toEqual({});
  expect(streamsInput(address)).toMatchObject({ ...address, recording: "true", restream: "true" });
  expect(liveView.clear(address)).toEqual({});
});

test("digits are searched for as a text", () => {
  expect(liveView.read({ search: 2030 })).toEqual({ search: "2030" });
});
