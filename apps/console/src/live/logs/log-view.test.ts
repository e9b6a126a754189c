import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { expect, test } from "vitest";
import { logFilterOf, streamLogView, sessionFilterOf } from "./log-view.ts";

test("an address of nonsense narrows nothing", () => {
  const raw = { list: "all", page: 0, type: "x", severity: "loud", from: "yesterday", stream: "a" };
  expect(streamLogView.read(raw)).toEqual({});
});

test("an address narrows the log, and so does its export", () => {
  const address = { search: "key", stream: 7, type: "key_rejected", severity: "warning", from: "2030-01-31" };
  const filter = logFilterOf(streamLogView.read({ ...address, page: 3 }));
  expect(filter).toEqual({ ...address, stream: [7], type: ["key_rejected"], severity: ["warning"] });
  expect(new URLSearchParams(queryOf(filter)).get("type[]")).toBe("key_rejected");
});

test("sessions are narrowed by their livestream and the days they began on, and by nothing else", () => {
  const address = streamLogView.read({ list: "sessions", stream: 7, to: "2030-01-31", search: "key", page: 2 });
  expect(sessionFilterOf(address)).toEqual({ stream: [7], to: "2030-01-31" });
});
