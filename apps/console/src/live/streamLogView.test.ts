import { expect, test } from "vitest";
import { changed, readStreamLogSearch, sessionFilter, streamLogFilter, streamLogQuery } from "./streamLogView.ts";

test("an address of nonsense narrows nothing", () => {
  expect(
    readStreamLogSearch({ list: "all", page: 0, type: "x", severity: "loud", from: "yesterday", stream: "a" }),
  ).toEqual({});
});

test("an address narrows the log, and so does its export", () => {
  const address = { search: "key", stream: 7, type: "key_rejected", severity: "warning", from: "2030-01-31" };
  const filter = streamLogFilter(readStreamLogSearch({ ...address, page: 3 }));
  expect(filter).toEqual({
    search: "key",
    stream: [7],
    type: ["key_rejected"],
    severity: ["warning"],
    from: "2030-01-31",
  });
  expect(new URLSearchParams(streamLogQuery(filter)).get("type[]")).toBe("key_rejected");
});

test("sessions are narrowed by their livestream and the days they began on, and by nothing else", () => {
  const view = readStreamLogSearch({ list: "sessions", stream: 7, to: "2030-01-31", search: "key", page: 2 });
  expect(sessionFilter(view)).toEqual({ stream: [7], to: "2030-01-31" });
});

test("narrowing begins on the first page, and turning a page keeps what narrows", () => {
  expect(changed({ page: 4, type: "live" }, { severity: "error" })).toEqual({ type: "live", severity: "error" });
  expect(changed({ page: 4, type: "live" }, { page: 5 })).toEqual({ page: 5, type: "live" });
  expect(changed({ page: 2, search: "a" }, { search: "" })).toEqual({});
});

test("the first page is not in the address, the first livestream is", () => {
  expect(readStreamLogSearch({ stream: 1, page: 1 })).toEqual({ stream: 1 });
});
