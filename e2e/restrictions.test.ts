import type { PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";
import {
  addRestricted,
  expectItPlays,
  expectRefused,
  openElsewhere,
  PLAYBACK_PASSWORD,
  sign,
  startRestrictedEdge,
} from "./restricted-edge.ts";

let edge: PlaybackEdge;

test.beforeAll(async () => {
  edge = await startRestrictedEdge();
});
test.afterAll(() => edge?.close());

test("a page of the list plays, another one shows why not", async ({ page }) => {
  const allowed = await addRestricted(edge, { referrers: { mode: "only", entries: ["127.0.0.1"], empty: false } });
  await expectItPlays(await openElsewhere(page, edge, allowed.hash));
  const refused = await addRestricted(edge, { referrers: { mode: "only", entries: ["example.com"], empty: false } });
  const frame = await openElsewhere(page, edge, refused.hash);
  await expectRefused(frame, "referrer_not_allowed");
  await expect(frame.getByText("This video can't be played on this page.")).toBeVisible();
  const blocked = await addRestricted(edge, { referrers: { mode: "block", entries: ["127.0.0.1"], empty: true } });
  await expectRefused(await openElsewhere(page, edge, blocked.hash), "referrer_blocked");
});

test("a signed video plays with its token, and with no other", async ({ page }) => {
  const video = await addRestricted(edge, { signed: true });
  const open = (token: string | null) => openElsewhere(page, edge, video.hash, token === null ? "" : `?token=${token}`);
  await expectRefused(await open(null), "token_missing");
  await expectRefused(await open(sign({ video: "anothervideo" })), "token_for_other_item");
  await expectRefused(await open(sign({ video: video.hash }, -10)), "token_expired");
  await expectRefused(await open(`${sign({ video: video.hash })}x`), "token_invalid");
  await expectItPlays(await open(sign({ video: video.hash })));
});

test("encrypted segments play for a viewer who passes, also after a seek", async ({ page }) => {
  const video = await addRestricted(edge, {
    referrers: { mode: "only", entries: ["127.0.0.1"], empty: false },
    encrypted: true,
  });
  const media: string[] = [];
  page.on("request", (request) => {
    const [, rest] = /\/hls\/[^?]*?\/(?:encrypted\/)?v1\/(.+)$/.exec(request.url()) ?? [];
    if (rest && /key$|m4s$|m3u8$/.test(rest)) media.push(request.url());
  });
  const frame = await openElsewhere(page, edge, video.hash);
  await expectItPlays(frame);
  await frame.locator("video").evaluate((element: HTMLVideoElement) => (element.currentTime = 9));
  await expect
    .poll(() => frame.locator("video").evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(9.2);
  expect(media.filter((url) => !url.includes("/encrypted/v1/"))).toEqual([]);
  expect(new Set(media.filter((url) => url.endsWith("/key"))).size).toBeGreaterThanOrEqual(2);
});

test("a password opens the player on the page it was asked on", { tag: "@slow" }, async ({ page }) => {
  const video = await addRestricted(edge, {
    password: true,
    referrers: { mode: "only", entries: ["127.0.0.1"], empty: false },
  });
  const frame = await openElsewhere(page, edge, video.hash);
  await expectRefused(frame, "password_required");
  await frame.getByLabel("Password").fill("a wrong one");
  await frame.getByRole("button", { name: "Watch" }).click();
  await expect(frame.getByText("Wrong password. Try again.")).toBeVisible();
  await frame.getByLabel("Password").fill(PLAYBACK_PASSWORD);
  await frame.getByLabel("Password").press("Enter");
  await expectItPlays(frame);
});

test("country, network and app of a viewer decide", { tag: "@slow" }, async ({ browser }) => {
  const only = { countries: { mode: "only", codes: ["DE"], unknown: false } } as const;
  const german = await addRestricted(edge, { countries: { ...only.countries, codes: ["DE"] } });
  const network = await addRestricted(edge, { addresses: { mode: "block", ranges: ["8.8.8.0/24"] } });
  const app = await addRestricted(edge, { agents: { mode: "only", patterns: ["ExampleApp/"] } });
  // This machine is a trusted proxy here, so the header says where a viewer is.
  const as = async (address: string, userAgent?: string) =>
    (
      await browser.newContext({
        extraHTTPHeaders: { "x-forwarded-for": address },
        ...(userAgent === undefined ? {} : { userAgent }),
      })
    ).newPage();
  const inGermany = await as("194.25.2.129", "ExampleApp/3");
  await expectItPlays(await openElsewhere(inGermany, edge, german.hash));
  await expect((await openElsewhere(inGermany, edge, app.hash)).locator(".kinora-start-button")).toBeVisible();
  await expect((await openElsewhere(inGermany, edge, network.hash)).locator(".kinora-start-button")).toBeVisible();
  const inAmerica = await as("8.8.8.8");
  await expectRefused(await openElsewhere(inAmerica, edge, german.hash), "country_not_allowed");
  await expectRefused(await openElsewhere(inAmerica, edge, network.hash), "address_blocked");
  await expectRefused(await openElsewhere(inAmerica, edge, app.hash), "agent_not_allowed");
  for (const opened of [inGermany, inAmerica]) await opened.context().close();
});
