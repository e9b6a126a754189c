import { expect, test } from "vitest";
import { fillPixel, pixelProblem } from "./pixel-macros.ts";
import { analyticsSources, completeProviders, embedAnalytics, NO_PROVIDERS, providerProblems } from "./providers.ts";
import { googleEvent, matomoUrl, newQuarters, percentOf, type ViewReport } from "./view-events.ts";

const report: ViewReport = {
  event: "50",
  video: "abc123",
  title: "Tea & cakes",
  seconds: 61.5,
  durationSeconds: 120.4,
  pageUrl: "https://shop.example.com/a?b=1",
};

test("macros of a pixel are filled, percent-encoded", () => {
  const url =
    "https://s.example/p?e={event}&v={video_id}&t={video_title}&s={seconds}/{duration}&p={percent}&u={page_url}&r={cachebuster}&x={other}";
  expect(fillPixel(url, report, "7")).toBe(
    "https://s.example/p?e=50&v=abc123&t=Tea%20%26%20cakes&s=61/120&p=51&u=https%3A%2F%2Fshop.example.com%2Fa%3Fb%3D1&r=7&x={other}",
  );
  expect(fillPixel("https://s.example/{duration}", { ...report, durationSeconds: null }, "7")).toBe(
    "https://s.example/",
  );
});

test.each([
  ["https://s.example/p.gif?e={event}", null],
  ["http://127.0.0.1:8000/p", null],
  ["https://{video_id}.example/p", expect.stringContaining("https URL")],
  ["https://s.example/p?x={wrong}", expect.stringContaining("{wrong} is not a macro")],
  ["javascript:alert(1)", expect.stringContaining("https URL")],
  ["https://user:secret@s.example/", expect.stringContaining("https URL")],
  ["https://s.example;script-src/", expect.stringContaining("https URL")],
  ["https://*.example/p", expect.stringContaining("https URL")],
  ["s.example/p", expect.stringContaining("https URL")],
])("the pixel URL %s is refused with %s", (url, problem) => {
  expect(pixelProblem(url)).toEqual(problem);
});

test("quarters are reported once, in order, also when a viewer jumps", () => {
  expect(percentOf(0, null)).toBe(0);
  expect(percentOf(119.9, 120.4)).toBe(100);
  expect(newQuarters(percentOf(61.5, 120.4), new Set())).toEqual(["25", "50"]);
  expect(newQuarters(100, new Set(["25", "50"]))).toEqual(["75", "100"]);
  expect(newQuarters(10, new Set())).toEqual([]);
});

test("events have the names that the providers know", () => {
  expect(googleEvent(report)).toEqual({
    name: "video_progress",
    parameters: {
      video_title: "Tea & cakes",
      video_provider: "kinora",
      video_id: "abc123",
      video_url: "https://shop.example.com/a?b=1",
      video_current_time: 61,
      video_duration: 120,
      video_percent: 50,
    },
  });
  expect(googleEvent({ ...report, event: "play" }).name).toBe("video_start");
  const { pathname, searchParams } = new URL(matomoUrl({ url: "https://m.example/stats", site_id: 4 }, report, "7"));
  expect(pathname).toBe("/stats/matomo.php");
  expect(Object.fromEntries(searchParams)).toMatchObject({ idsite: "4", rec: "1", e_c: "Video", e_a: "50", e_v: "61" });
});

test("what is wrong is said at its field, and what is empty is no provider", () => {
  expect(providerProblems(NO_PROVIDERS)).toEqual({});
  expect(embedAnalytics(NO_PROVIDERS)).toBeNull();
  const wrong = {
    ...NO_PROVIDERS,
    google: { measurement_id: "UA-1" },
    matomo: { url: "ftp://m", site_id: 1 },
    pixel: { url: "x" },
  };
  expect(Object.keys(providerProblems(wrong))).toEqual(["google.measurement_id", "matomo.url", "pixel.url"]);
  expect(completeProviders({ consent: false })).toEqual({ ...NO_PROVIDERS, consent: false });
});

test("the policy names what is configured and nothing else", () => {
  const own = embedAnalytics({
    ...NO_PROVIDERS,
    matomo: { url: "https://m.example/x", site_id: 1 },
    pixel: { url: "https://m.example/p?{event}" },
  });
  expect(own && analyticsSources(own)).toEqual({ script: [], connect: ["https://m.example"] });
  const google = embedAnalytics({ ...NO_PROVIDERS, google: { measurement_id: "G-ABCD1234" } });
  expect(google && analyticsSources(google).script).toEqual(["https://www.googletagmanager.com"]);
  expect(embedAnalytics({ ...NO_PROVIDERS, events: [], pixel: { url: "https://m.example/" } })).toBeNull();
});
