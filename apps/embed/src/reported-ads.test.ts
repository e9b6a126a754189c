import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { adsOfTag } from "@kinora/domain/ads/embed-ads.ts";
import { expect, test } from "vitest";
import { reportedAds } from "./reported-ads.ts";

const CONSOLE = "https://console.example.com";
const report = "/embed/8f3a21/ads";
const ads = { ...adsOfTag(defaultAdSettings, "https://ads.example.com/vast", false), report };

test.each([
  ["the console", `${CONSOLE}/player/7`, null],
  ["the console, by its origin", `${CONSOLE}/`, null],
  ["another page", "https://blog.example.com/post", report],
  ["a page whose host begins like the console's", `${CONSOLE}.evil.example/`, report],
  ["no page", "", report],
])("ads in a frame of %s are reported to %s %s", (_page, framedBy, reports) => {
  expect(reportedAds(ads, { console: CONSOLE, framedBy })).toEqual({ ...ads, report: reports });
});
