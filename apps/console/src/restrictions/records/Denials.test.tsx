import { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { Denials } from "./Denials.tsx";

const DENIAL = {
  id: 3,
  at: "2026-06-01T10:00:00.000Z",
  item: { kind: "video", id: 7, title: "Harbor lights" },
  profile_id: 4,
  reason: "referrer_not_allowed",
  page: "mirror.example/watch",
  country: "DE",
  address: "203.0.113.0",
  agent: "Firefox",
  requests: 2,
};
let asked: string[];

beforeEach(() => {
  signedIn();
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    asked.push(new URL(new Request(input, init).url).search);
    const headers = { "content-type": "application/json" };
    return new Response(JSON.stringify({ data: [DENIAL], more: false }), { headers });
  });
});

test.each([
  [{ video: 7 }, "?video=7", false],
  [{ stream: 7 }, "?stream=7", false],
  [null, "", true],
] as const)(
  "the denied requests of %j are read, and name the item where there are several",
  async (item, query, named) => {
    await renderPart(<Denials projectId={1} item={item} />, new QueryClient());
    expect(await screen.findByText("mirror.example/watch")).toBeTruthy();
    expect(asked).toEqual([query]);
    expect(screen.queryByText("Harbor lights") !== null).toBe(named);
  },
);
