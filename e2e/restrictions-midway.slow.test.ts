import { insertRow, insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import type { FrameLocator, Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { LIVE_PATIENCE_MS, PATIENCE_MS, patient } from "./patience.ts";
import type { PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";
import {
  addRestricted,
  expectItPlays,
  expectRefused,
  openElsewhere,
  sign,
  startRestrictedEdge,
} from "./restricted-edge.ts";

let edge: PlaybackEdge;

test.beforeAll(async () => {
  edge = await startRestrictedEdge();
});
test.afterAll(() => edge?.close());

test("who is watching stops when the page leaves the list", async ({ page }) => {
  const video = await addRestricted(edge, { referrers: { mode: "only", entries: ["127.0.0.1"], empty: false } });
  const frame = await openElsewhere(page, edge, video.hash);
  await expectItPlays(frame);
  const segment = await frame.locator("body").evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .find((name) => name.includes(".m4s")),
  );
  expect(segment).toContain("/~");
  await updateRows(
    edge.services,
    "restriction_profiles",
    { id: video.profileId },
    { policy: JSON.stringify({ ...OPEN_POLICY, signed: true }), updated_at: new Date() },
  );
  await expect.poll(async () => (await fetch(segment ?? "")).status).toBe(403);
});

/** Gives a profile a message and a picture, and returns the picture's public name. */
async function addPicture(profileId: number): Promise<string> {
  const { db } = edge.services;
  const { project_id } = await db
    .updateTable("restriction_profiles")
    .set({ message: "Members only." })
    .where("id", "=", profileId)
    .returning("project_id")
    .executeTakeFirstOrThrow();
  const poster = await fetch(`${edge.url}/hls/${(await edge.addVideo()).hash}/v1/posters/720p.jpg`);
  const hash = newHash();
  const picture = { hash, width: 1280, height: 720, picture: Buffer.from(await poster.arrayBuffer()) };
  await insertRow(db, "restriction_pictures", { profile_id: profileId, project_id, ...picture });
  return hash;
}

/** The picture of a profile is shown whole, with its message. */
async function expectPicture(place: FrameLocator | Page, hash: string, timeout = PATIENCE_MS): Promise<void> {
  await expect(place.getByText("Members only.")).toBeVisible({ timeout });
  const picture = place.locator(".waiting-picture");
  await expect(picture).toHaveAttribute("src", `/blocked/${hash}.jpg`);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
}

test("blocked viewers see the profile's picture: in the embed, on the share page, and where playback ends midway", async ({
  page,
}) => {
  const elsewhere = await addRestricted(edge, { referrers: { mode: "only", entries: ["example.com"], empty: false } });
  const first = await addPicture(elsewhere.profileId);
  const refused = await openElsewhere(page, edge, elsewhere.hash);
  await expectPicture(refused, first);
  await page.goto(`${edge.url}/v/${elsewhere.hash}`);
  await expectPicture(page, first);
  expect(await obstacles(page)).toEqual([]);

  const video = await addRestricted(edge, { referrers: { mode: "only", entries: ["127.0.0.1"], empty: false } });
  const second = await addPicture(video.profileId);
  const changed = Promise.withResolvers<void>();
  await page.route(/00002\.m4s/, async (route) => {
    await changed.promise;
    await route.continue();
  });
  const frame = await openElsewhere(page, edge, video.hash);
  await expectItPlays(frame);
  await updateRows(
    edge.services,
    "restriction_profiles",
    { id: video.profileId },
    { policy: JSON.stringify({ ...OPEN_POLICY, signed: true }), updated_at: new Date() },
  );
  const status = await frame.locator("#kinora").evaluate((root) => {
    const { status: address } = JSON.parse(root.dataset["page"] ?? "{}") as { status: string };
    return new URL(address, location.href).href;
  });
  await expect.poll(async () => (await fetch(status)).status).toBe(403);
  changed.resolve();
  // What was loaded before is played to its end.
  await expectPicture(frame, second, LIVE_PATIENCE_MS);
  await expect(frame.locator("video")).toHaveCount(0);
});

// As people leave: Playwright's close() may end a page before its farewell is sent, whose viewer then counts for half a minute.
const leave = (page: Page) => page.goto("about:blank");

test("a token for one viewer refuses a second one until the first has left", async ({ page, context }) => {
  const video = await addRestricted(edge, { signed: true, sessions: 1 });
  const query = `?token=${sign({ video: video.hash })}`;
  await expectItPlays(await openElsewhere(page, edge, video.hash, query));
  const other = await context.newPage();
  await expectRefused(await openElsewhere(other, edge, video.hash, query), "too_many_sessions");
  await leave(page);
  await expect(async () => {
    const frame = await openElsewhere(other, edge, video.hash, query);
    await expect(frame.locator(".kinora-start-button")).toBeVisible({ timeout: patient(2_000) });
  }).toPass();
});

test("a playlist's token plays its page and its videos for one viewer until they leave", async ({ page, context }) => {
  const films = [await addRestricted(edge, { signed: true }), await addRestricted(edge, { signed: true })];
  const { db } = edge.services;
  const hash = newHash();
  const list = await insertRow(db, "playlists", { ...edge.owner, hash, name: "On the quay", type: "manual" });
  const { project_id } = edge.owner;
  const profile_id = (await addRestricted(edge, { signed: true, sessions: 1 })).profileId;
  await insertRow(db, "restriction_assignments", { project_id, profile_id, playlist_id: list.id });
  await insertRows(
    db,
    "playlist_items",
    films.map(({ id }, position) => ({ playlist_id: list.id, project_id, video_id: id, position })),
  );
  await expectRefused(await openElsewhere(page, edge, hash), "token_missing");
  const query = `?token=${sign({ playlist: hash })}`;
  const frame = await openElsewhere(page, edge, hash, query);
  await expectItPlays(frame);
  await frame.getByRole("button", { name: "Next video" }).click();
  const video = frame.locator("video");
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5);
  const other = await context.newPage();
  await expectRefused(await openElsewhere(other, edge, hash, query), "too_many_sessions");
  await leave(page);
  await expect(async () => {
    const again = await openElsewhere(other, edge, hash, query);
    await expect(again.locator(".kinora-start-button")).toBeVisible({ timeout: patient(2_000) });
  }).toPass();
});
