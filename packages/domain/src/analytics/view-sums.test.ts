import { expect, test } from "vitest";
import { noStartups, STARTUP_STEPS_MS, startupPercentile, startupStep } from "./startup-steps.ts";
import { browserOf, deviceOf, isBot } from "./user-agents.ts";
import { hundredths, isView, joinSums, NO_SUMS, possibleSums, type ViewSums } from "./view-sums.ts";

const sums = (change: Partial<ViewSums> = {}): ViewSums => ({ ...NO_SUMS, played: true, ...change });

test("two reports of one view have the same sums in any order, and however often they come", () => {
  const early = sums({ watched_ms: 4_000, furthest: 0.2, heights: { 360: 4_000 }, parts: [1, 0, 2], error: null });
  const late = sums({
    ...{ watched_ms: 9_000, waits: 1, waited_ms: 300, furthest: 0.4, heights: { 360: 4_000, 720: 5_000 } },
    ...{ parts: [1, 1, 2], error: "gone", first_frame_ms: 200 },
  });
  expect(joinSums(early, late)).toEqual(late);
  expect(joinSums(late, early)).toEqual(late);
  expect(joinSums(late, late)).toEqual(late);
  expect(joinSums(NO_SUMS, late)).toEqual(late);
});

test("nothing is longer than the page is open, and what was not played was not watched", () => {
  const claimed = sums({ watched_ms: 1e9, waited_ms: 1e9, heights: { 720: 1e9, 1080: 5 }, parts: [1e9, 1], ads: 1e9 });
  const possible = possibleSums(claimed, 50_000, false);
  expect(possible).toMatchObject({ watched_ms: 60_000, waited_ms: 0, heights: { 720: 60_000, 1080: 0 }, ads: 1_000 });
  expect(possible.parts).toEqual([241, 1]);
  const unplayed = possibleSums({ ...claimed, played: false, ended: true, furthest: 1 }, 50_000, false);
  expect(unplayed).toMatchObject({ watched_ms: 0, ended: false, furthest: null, parts: null });
  expect(possibleSums(sums({ furthest: 0.5, parts: [1] }), 1_000, true)).toMatchObject({ furthest: null, parts: null });
});

test("a view is ten seconds, or half of what is shorter than twice that", () => {
  const watched = (seconds: number, duration: number | null) => isView({ watched_ms: seconds * 1_000 }, duration);
  expect([watched(10, 600), watched(9.9, 600), watched(10, null), watched(9.9, null)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([watched(4, 8), watched(3.9, 8), watched(0, 0)]).toEqual([true, false, false]);
});

test("hundredths of the furthest moment", () => {
  expect([hundredths(null), hundredths(0.004), hundredths(0.5), hundredths(1)]).toEqual([0, 0, 50, 100]);
});

test("the time of first frames is estimated from their steps", () => {
  expect(startupPercentile(noStartups(), 0.5)).toBeNull();
  const startups = noStartups();
  for (let ms = 1; ms <= 1_000; ms += 1) startups[startupStep(ms)]! += 1;
  expect(startupPercentile(startups, 0.5)).toBeCloseTo(500, -1);
  expect(startupPercentile(startups, 0.95)).toBeCloseTo(950, -1);
  startups.fill(0);
  startups[startupStep(120_000)] = 1;
  expect(startupPercentile(startups, 0.5)).toBe(STARTUP_STEPS_MS.at(-1));
});

const AGENTS: [string, string, string][] = [
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "desktop",
    "Edge",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15",
    "desktop",
    "Safari",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "desktop", "Firefox"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "phone",
    "Chrome",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "phone",
    "Chrome",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36",
    "tablet",
    "Samsung Internet",
  ],
  [
    "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36",
    "tv",
    "Chrome",
  ],
  ["AppleCoreMedia/1.0.0.22D72 (Apple TV; U; CPU OS 18_3 like Mac OS X; en_us)", "tv", "Safari"],
  [
    "Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/96.0.4664.45 Mobile Safari/537.36",
    "phone",
    "Chrome",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118 Safari/537.36 MinecraftLauncher/2.3",
    "desktop",
    "Chrome",
  ],
  [
    "Mozilla/5.0 (Linux; Android 7.1.2; AFTMM) AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108 Safari/537.36",
    "tv",
    "Chrome",
  ],
  ["VLC/3.0.21 LibVLC/3.0.21", "other", "Other"],
];

test.each(AGENTS)("%s", (agent, device, browser) => {
  expect([deviceOf(agent), browserOf(agent), isBot(agent)]).toEqual([device, browser, false]);
});

test.each([
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; GoogleOther) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)",
  "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 GTmetrix",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Safari/537.36 PTST/250101.01",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 DatadogSynthetics",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Safari/537.36 Prerender (+https://github.com/prerender/prerender)",
  "Iframely/1.3.1 (+https://iframely.com/docs/about)",
  "curl/8.5.0",
  "python-requests/2.32.0",
  "",
])("%j is an automatic client", (agent) => {
  expect(isBot(agent)).toBe(true);
});
