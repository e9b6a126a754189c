import { expect, test } from "vitest";
import { breakMayPlay, cuedBreak, dueMidroll, planBreaks, viewMayHaveAds } from "./ad-schedule.ts";
import { defaultAdSource, type AdBreak, type AdPosition } from "./ad-settings.ts";

const aBreak = (position: AdPosition, at = 0, more: Partial<AdBreak> = {}): AdBreak => ({
  ...defaultAdSource,
  tags: ["https://ads.example.com/"],
  position,
  at,
  ...more,
});
const places = (breaks: AdBreak[], durationSeconds: number | null, live = false) =>
  planBreaks(breaks, { durationSeconds, live }).map(({ at }) => at);

test.each<[string, AdBreak[], number | null, number[]]>([
  ["in playing order", [aBreak("post"), aBreak("time", 90), aBreak("pre")], 600, [0, 90, Infinity]],
  ["at a percent", [aBreak("percent", 50)], 600, [300]],
  ["every few minutes", [aBreak("every", 3)], 600, [180, 360, 540]],
  ["not within the last seconds", [aBreak("every", 5), aBreak("time", 598)], 600, [300]],
  ["not after the end", [aBreak("time", 700)], 600, []],
  ["only in long videos", [aBreak("pre", 0, { min_content_seconds: 601 }), aBreak("percent", 50)], 600, [300]],
  ["without a duration only before", [aBreak("pre"), aBreak("time", 10), aBreak("post")], null, [0]],
  ["at most 60 times", [aBreak("every", 1)], 86_400, Array.from({ length: 60 }, (_, index) => (index + 1) * 60)],
])("breaks are placed %s", (_name, breaks, durationSeconds, expected) => {
  expect(places(breaks, durationSeconds)).toEqual(expected);
});

test("livestreams have prerolls only", () => {
  expect(places([aBreak("pre"), aBreak("every", 5), aBreak("post")], null, true)).toEqual([0]);
  expect(places([aBreak("pre"), aBreak("every", 5), aBreak("post")], 7_200, true)).toEqual([0]);
});

test.each<[string, number, number, number | null, number]>([
  ["playing over a break", 59.8, 60.05, 60, 1],
  ["playing between breaks", 70, 70.25, null, 0],
  ["seeking past one", 10, 100, 60, 1],
  ["seeking past several: the last one", 10, 250, 240, 3],
  ["seeking back", 250, 10, null, 0],
  ["staying before the post-roll", 599, 600, null, 0],
])("%s", (_name, from, to, plays, settles) => {
  const planned = planBreaks(
    [aBreak("pre"), aBreak("time", 60), aBreak("time", 120), aBreak("time", 240), aBreak("post")],
    {
      durationSeconds: 600,
      live: false,
    },
  );
  const due = dueMidroll(planned, new Set(), from, to);
  expect([due?.play.at ?? null, due?.settles.length ?? 0]).toEqual([plays, settles]);
});

test("a settled break is not played again", () => {
  const planned = planBreaks([aBreak("time", 60)], { durationSeconds: 600, live: false });
  expect(dueMidroll(planned, new Set(planned), 0, 100)).toBeNull();
});

test.each([
  [{ kind: "always", n: 1 } as const, 0, true],
  [{ kind: "views", n: 3 } as const, null, true],
  [{ kind: "views", n: 3 } as const, 0, false],
  [{ kind: "views", n: 3 } as const, 1, false],
  [{ kind: "views", n: 3 } as const, 2, true],
])("with %j and %j views since the last ads a view has ads: %j", (frequency, viewsSinceAds, expected) => {
  expect(viewMayHaveAds(frequency, { viewsSinceAds, lastAdAt: 0 })).toBe(expected);
});

test.each([
  [{ kind: "always", n: 1 } as const, 0, true],
  [{ kind: "minutes", n: 10 } as const, null, true],
  [{ kind: "minutes", n: 10 } as const, 1_000_000 - 599_999, false],
  [{ kind: "minutes", n: 10 } as const, 1_000_000 - 600_000, true],
  [{ kind: "minutes", n: 10 } as const, 2_000_000, true],
])("with %j and the last ad at %j a break plays: %j", (frequency, lastAdAt, expected) => {
  expect(breakMayPlay(frequency, { viewsSinceAds: 0, lastAdAt }, 1_000_000)).toBe(expected);
});

test.each([
  [["pre", "post", "percent", "time"], "percent"],
  [["post", "pre"], "pre"],
  [["post"], undefined],
  [[], undefined],
] as const)("of %j, a cue in a livestream plays %s", (positions, played) => {
  expect(cuedBreak(positions.map((position) => ({ position })))?.position).toBe(played);
});
