import { expect, test } from "vitest";
import type { PlayerSettings } from "../players/settings.ts";
import { chooseAdMedia, skipAfter, vastErrorText } from "./ad-media.ts";
import {
  adSettingsProblems,
  defaultAdSettings,
  defaultAdSource,
  defaultVideoAds,
  videoAdsProblems,
  type AdSettings,
  type VideoAds,
} from "./ad-settings.ts";
import { adsInPlayer, adsOfTag, adsOfVideo, mayHaveAds } from "./embed-ads.ts";

const TAG = "https://ads.example.com/vast";
const content = { hash: "abcd", project: "efgh", categoryId: 3, tagIds: [5, 6] };
const single: AdSettings = { ...defaultAdSettings, mode: "single", single: { ...defaultAdSource, tags: [TAG] } };
const aBreak = { ...defaultAdSource, tags: [TAG], position: "percent" as const, at: 50 };

test.each<[string, AdSettings, object, string[] | null]>([
  ["off", defaultAdSettings, {}, null],
  ["a single tag", single, {}, ["pre"]],
  ["a single tag that is empty", { ...single, single: defaultAdSource }, {}, null],
  ["a schedule", { ...single, mode: "schedule", breaks: [aBreak] }, {}, ["percent"]],
  ["a VMAP document", { ...single, mode: "vmap", vmap_tag: TAG }, {}, []],
  ["a video without ads", single, { use: "none" }, null],
  ["a video of its own tag", defaultAdSettings, { use: "own", tag: TAG, cue_points: [30] }, ["pre", "time"]],
  ["an excluded category", { ...single, excluded_category_ids: [3] }, {}, null],
  ["an excluded tag", { ...single, excluded_tag_ids: [6] }, {}, null],
  ["other exclusions", { ...single, excluded_category_ids: [4], excluded_tag_ids: [7] }, {}, ["pre"]],
])("%s", (_name, settings, own, expected) => {
  const ads = adsOfVideo(settings, { ...defaultVideoAds, ...own }, content);
  expect(ads?.breaks.map(({ position }) => position) ?? null).toEqual(expected);
});

test.each<[string, AdSettings, Partial<PlayerSettings>, boolean]>([
  ["off", defaultAdSettings, {}, false],
  ["a single tag", single, {}, true],
  ["a VMAP document", { ...single, mode: "vmap", vmap_tag: TAG }, {}, true],
  ["a player's own tag", defaultAdSettings, { ads_enabled: true, ad_tag: TAG }, true],
  ["a player without ads", single, { ads_off: true }, false],
])("videos may have ads: %s", (_name, settings, player, expected) => {
  expect(mayHaveAds(settings, player)).toBe(expected);
});

test.each<[string, Partial<AdSettings>, string[]]>([
  ["off needs nothing", { mode: "off" }, []],
  ["a single tag needs a tag", { mode: "single", single: defaultAdSource }, ["single.tags.0"]],
  ["a schedule needs a break", { mode: "schedule" }, ["breaks"]],
  ["a break needs a tag", { mode: "schedule", breaks: [{ ...aBreak, tags: [] }] }, ["breaks.0.tags.0"]],
  ["a break has its range", { mode: "schedule", breaks: [{ ...aBreak, at: 100 }] }, ["breaks.0.at"]],
  ["VMAP needs its tag", { mode: "vmap" }, ["vmap_tag"]],
  ["tags of other modes are checked, too", { mode: "off", vmap_tag: "x" }, ["vmap_tag"]],
])("%s", (_name, change, fields) => {
  expect(Object.keys(adSettingsProblems({ ...single, ...change }))).toEqual(fields);
});

test("a player's own tag is played in place of the project's, unless the video has its own or none", () => {
  const player = { ads_enabled: true, ad_tag: "https://ads.example.com/player" };
  const tagsWith = (own: object, settings: object = player) =>
    adsOfVideo(single, { ...defaultVideoAds, ...own }, content, settings)?.breaks.flatMap(({ tags }) => tags) ?? null;
  expect(tagsWith({})).toEqual([player.ad_tag]);
  expect(tagsWith({}, { ...player, ads_enabled: false })).toEqual([TAG]);
  expect(tagsWith({ use: "own", tag: TAG })).toEqual([TAG]);
  expect(tagsWith({ use: "none" })).toBeNull();
});

test.each<[string, Partial<PlayerSettings>, Partial<VideoAds>, string[] | null]>([
  ["plays in place of the project's", { ad_schedule_id: 7 }, {}, [`${TAG}/7`]],
  ["has its own exclusions", { ad_schedule_id: 8 }, {}, null],
  ["that was deleted counts as none", { ad_schedule_id: 9 }, {}, [TAG]],
  [
    "yields to the player's own tag",
    { ad_schedule_id: 7, ads_enabled: true, ad_tag: `${TAG}/own` },
    {},
    [`${TAG}/own`],
  ],
  ["yields to no ads", { ad_schedule_id: 7, ads_off: true }, {}, null],
  ["yields to the video's own tag", { ad_schedule_id: 7 }, { use: "own", tag: `${TAG}/video` }, [`${TAG}/video`]],
  ["yields to a video without ads", { ad_schedule_id: 7 }, { use: "none" }, null],
])("the schedule of a player %s", (_name, player, change, expected) => {
  const other = { ...single, single: { ...defaultAdSource, tags: [`${TAG}/7`] } };
  const schedules = { 7: other, 8: { ...other, excluded_category_ids: [3] } };
  const facts = { settings: single, own: { ...defaultVideoAds, ...change }, content, schedules };
  expect(adsInPlayer(facts, player)?.breaks.flatMap(({ tags }) => tags) ?? null).toEqual(expected);
});

test("the first fallback of a player follows its tag", () => {
  const player = { ads_enabled: true, ad_tag: TAG, ad_fallback_tags: [`${TAG}2`, "", `${TAG}3`] };
  expect(adsOfVideo(single, defaultVideoAds, content, player)?.breaks.map(({ tags }) => tags)).toEqual([
    [TAG, `${TAG}2`, `${TAG}3`],
  ]);
});

test.each<[string, Partial<VideoAds>]>([
  ["the project's ads", {}],
  ["a video's own ads", { use: "own", tag: TAG }],
])("a player's timeouts hold for %s, and the project's where it has none", (_name, change) => {
  const own = { ...defaultVideoAds, ...change };
  const timeouts = (player: Partial<PlayerSettings>) => {
    const ads = adsOfVideo(single, own, content, player);
    return [ads?.ads_timeout_ms, ads?.preroll_timeout_ms];
  };
  expect(timeouts({})).toEqual([8_000, 4_000]);
  expect(timeouts({ ads_timeout_seconds: 3 })).toEqual([3_000, 4_000]);
  expect(timeouts({ ads_preroll_timeout_seconds: 1 })).toEqual([8_000, 1_000]);
});

test("a player without ads has none, whatever its project, the video and its own tag say", () => {
  for (const own of [defaultVideoAds, { ...defaultVideoAds, use: "own" as const, tag: TAG }])
    expect(adsOfVideo(single, own, content, { ads_off: true, ads_enabled: true, ad_tag: TAG })).toBeNull();
});

test("a player says when ads can be skipped, or leaves it to them", () => {
  const withPlayer = (player: Partial<PlayerSettings>) => adsOfVideo(single, defaultVideoAds, content, player);
  expect(withPlayer({})).toMatchObject({ skip: "ad" });
  expect(withPlayer({ ads_skip: "never" })).toMatchObject({ skip: "never" });
  expect(withPlayer({ ads_skip: "after", ads_skip_seconds: 7 })).toMatchObject({ skip: 7 });
});

test("a preview plays a tag within the project's limits in every view, and reports nothing", () => {
  const settings: AdSettings = {
    ...single,
    single: { ...single.single, max_ads: 1, min_content_seconds: 600 },
    ads_timeout_ms: 5_000,
    frequency: { kind: "views", n: 9 },
  };
  expect(adsOfTag(settings, `${TAG}/new`, false)).toMatchObject({
    breaks: [{ position: "pre", tags: [`${TAG}/new`], max_ads: 1, min_content_seconds: 0 }],
    vmap_tag: null,
    ads_timeout_ms: 5_000,
    frequency: { kind: "always" },
    report: null,
  });
  expect(adsOfTag(settings, TAG, true)).toMatchObject({ breaks: [], vmap_tag: TAG, report: null });
});

test("a video's own tag must be one", () => {
  expect(videoAdsProblems({ use: "own", tag: "", cue_points: [] })).toHaveProperty("tag");
  expect(videoAdsProblems({ use: "none", tag: "", cue_points: [] })).toEqual({});
});

const file = (width: number, bitrate: number, more = {}) => ({
  url: `https://ads.example.com/${width}.mp4`,
  type: "video/mp4",
  width,
  height: 0,
  bitrate,
  api_framework: null,
  ...more,
});

test.each([
  ["the closest width", [file(1920, 3_000), file(640, 800), file(320, 300)], 640],
  ["not the heaviest", [file(1920, 9_000), file(1280, 2_000)], 1280],
  ["only a heavy one", [file(1920, 9_000)], 1920],
  ["no program", [file(640, 800, { api_framework: "VPAID" })], null],
  ["no unknown type", [file(640, 800, { type: "video/x-flv" })], null],
  ["no other scheme", [file(640, 800, { url: "data:video/mp4;base64," })], null],
])("of an ad's media, a player takes %s", (_name, files, width) => {
  const chosen = chooseAdMedia(files, { widthPixels: 700, canPlay: (type) => type === "video/mp4" });
  expect(chosen?.width ?? null).toBe(width);
});

test.each([
  [5, 10, "ad", 5],
  [0, 9, "ad", 0],
  [null, 10, "ad", 10],
  [null, null, "ad", null],
  [5, 10, 3, 5],
  [null, 10, 3, 3],
  [5, 10, "never", null],
] as const)(
  "an ad that says %j, in a break that says %j, in a player that says %j",
  (ofAd, ofBreak, ofPlayer, expected) => {
    expect(skipAfter(ofAd, ofBreak, ofPlayer)).toBe(expected);
  },
);

test("VAST errors have sentences", () => {
  expect(vastErrorText(303)).toBe("There is no ad.");
  expect(vastErrorText(999)).toBe("VAST error 999.");
});
