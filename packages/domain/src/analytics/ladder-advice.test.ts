import { expect, test } from "vitest";
import { adviseRungs, type RungUse } from "./ladder-advice.ts";

const HOUR = 3_600;
const rung = (label: string, gigabytes: number, hours: number): RungUse => ({
  label,
  videos: 3,
  bytes: gigabytes * 1e9,
  watched_seconds: hours * HOUR,
  plays: 10,
});

test("a rendition that takes much storage and is hardly watched is to be dropped, with what takes its place", () => {
  const advised = adviseRungs([rung("360p", 10, 20), rung("720p", 30, 79), rung("1440p", 60, 1)]);
  expect(advised.map(({ label, advice, instead }) => [label, advice, instead])).toEqual([
    ["360p", "lowest", null],
    ["720p", "keep", "360p"],
    ["1440p", "drop", "720p"],
  ]);
  expect(advised[2]).toMatchObject({ stored_share: 0.6, watched_share: 0.01 });
});

test.each([
  ["watched", [rung("360p", 10, 20), rung("720p", 60, 2)], "keep"],
  ["small", [rung("360p", 95, 99), rung("720p", 5, 0)], "keep"],
  ["of a project that nobody watches", [rung("360p", 10, 1), rung("720p", 60, 0)], "unknown"],
])("a rendition that is %s stays", (_what, rungs, advice) => {
  expect(adviseRungs(rungs)[1]?.advice).toBe(advice);
});

test("without renditions there is nothing to advise, and shares of nothing are null", () => {
  expect(adviseRungs([])).toEqual([]);
  expect(adviseRungs([rung("360p", 0, 0)])).toMatchObject([{ stored_share: null, watched_share: null }]);
});
