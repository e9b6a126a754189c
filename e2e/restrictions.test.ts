import { createHmac } from "node:crypto";
import { OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { SIGNING_SECRET } from "@kinora/server/platform/access/viewer-token.ts";
import { newHash } from "@kinora/server/platform/secrets/hash.ts";
import { hashPlaybackPassword } from "@kinora/server/platform/secrets/playback-password.ts";
import { seal } from "@kinora/server/platform/secrets/sealed.ts";
import type { FrameLocator, Page } from "@playwright/test";
import { obstacles } from "./accessibility.ts";
import { LIVE_PATIENCE_MS, PATIENCE_MS } from "./patience.ts";
import { startPlaybackEdge, type EdgeVideo, type PlaybackEdge } from "./playback-edge.ts";
import { expect, test } from "./product.ts";

const KID = "sk_e2e";
const SECRET = "a secret of the project";
const PASSWORD = "open sesame";

let edge: PlaybackEdge;

test.beforeAll(async () => {
  edge = await startPlaybackEdge();
  const { db, secrets } = edge.services;
  const project = await db.selectFrom("projects").select(["id", "account_id"]).executeTakeFirstOrThrow();
  await db
    .insertInto("signing_keys")
    .values({
      project_id: project.id,
      account_id: project.account_id,
      kid: KID,
      algorithm: "HS256",
      secret: seal(secrets.encryptionKey, SIGNING_SECRET, SECRET),
    })
    .execute();
});

test.afterAll(async () => {
  await edge?.close();
});

/** A video under rules of its own. */
async function addRestricted(rules: Partial<RestrictionPolicy>): Promise<EdgeVideo & { profileId: number }> {
  const video = await edge.addVideo();
  const { db } = edge.services;
  const project = await db.selectFrom("projects").select(["id", "account_id"]).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("restriction_profiles")
    .values({
      project_id: project.id,
      account_id: project.account_id,
      name: `Profile of ${video.hash}`,
      policy: JSON.stringify({ ...OPEN_POLICY, ...rules }),
      password_hash: await hashPlaybackPassword(PASSWORD),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("restriction_assignments")
    .values({ project_id: project.id, profile_id: id, video_id: video.id })
    .execute();
  return { ...video, profileId: id };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

const aToken = (video: string, seconds = 3_600) => sign({ video }, seconds);

function sign(item: { video: string } | { playlist: string }, seconds = 3_600): string {
  const claims = { ...item, exp: Math.floor(Date.now() / 1_000) + seconds };
  const signed = `${encode({ alg: "HS256", kid: KID })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", SECRET).update(signed).digest("base64url")}`;
}

/** Opens a page of another origin with the player in a frame. */
async function openElsewhere(page: Page, hash: string, query = ""): Promise<FrameLocator> {
  const html = `<!doctype html><title>A page</title><iframe width="640" height="360" src="${edge.url}/embed/${hash}${query}"></iframe>`;
  await page.goto(await edge.pageElsewhere(html));
  return page.locator("iframe").contentFrame();
}

async function expectItPlays(frame: FrameLocator): Promise<void> {
  await frame.locator(".kinora-start-button").click();
  const video = frame.locator("video");
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5);
}

const expectRefused = (frame: FrameLocator, reason: string) =>
  expect(frame.locator("#kinora")).toHaveAttribute("data-reason", reason);

// Pages elsewhere are on 127.0.0.1, each on a port of its own.
test("a page of the list plays, another one shows why not", async ({ page }) => {
  const allowed = await addRestricted({ referrers: { mode: "only", entries: ["127.0.0.1"], empty: false } });
  await expectItPlays(await openElsewhere(page, allowed.hash));
  const refused = await addRestricted({ referrers: { mode: "only", entries: ["example.com"], empty: false } });
  const frame = await openElsewhere(page, refused.hash);
  await expectRefused(frame, "referrer_not_allowed");
  await expect(frame.getByText("This video can't be played on this page.")).toBeVisible();
  const blocked = await addRestricted({ referrers: { mode: "block", entries: ["127.0.0.1"], empty: true } });
  await expectRefused(await openElsewhere(page, blocked.hash), "referrer_blocked");
});

test("who is watching stops when the page leaves the list", async ({ page }) => {
  const video = await addRestricted({ referrers: { mode: "only", entries: ["127.0.0.1"], empty: false } });
  const frame = await openElsewhere(page, video.hash);
  await expectItPlays(frame);
  const segment = await frame.locator("body").evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .find((name) => name.includes(".m4s")),
  );
  expect(segment).toContain("/~");
  await edge.services.db
    .updateTable("restriction_profiles")
    .set({ policy: JSON.stringify({ ...OPEN_POLICY, signed: true }), updated_at: new Date() })
    .where("id", "=", video.profileId)
    .execute();
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
  await db
    .insertInto("restriction_pictures")
    .values({ profile_id: profileId, project_id, ...picture })
    .execute();
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
  const elsewhere = await addRestricted({ referrers: { mode: "only", entries: ["example.com"], empty: false } });
  const first = await addPicture(elsewhere.profileId);
  const refused = await openElsewhere(page, elsewhere.hash);
  await expectPicture(refused, first);
  await page.goto(`${edge.url}/v/${elsewhere.hash}`);
  await expectPicture(page, first);
  expect(await obstacles(page)).toEqual([]);

  const video = await addRestricted({ referrers: { mode: "only", entries: ["127.0.0.1"], empty: false } });
  const second = await addPicture(video.profileId);
  const changed = Promise.withResolvers<void>();
  await page.route(/00002\.m4s/, async (route) => {
    await changed.promise;
    await route.continue();
  });
  const frame = await openElsewhere(page, video.hash);
  await expectItPlays(frame);
  await edge.services.db
    .updateTable("restriction_profiles")
    .set({ policy: JSON.stringify({ ...OPEN_POLICY, signed: true }), updated_at: new Date() })
    .where("id", "=", video.profileId)
    .execute();
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

test("a signed video plays with its token, and with no other", async ({ page }) => {
  const video = await addRestricted({ signed: true });
  const open = (token: string | null) => openElsewhere(page, video.hash, token === null ? "" : `?token=${token}`);
  await expectRefused(await open(null), "token_missing");
  await expectRefused(await open(aToken("anothervideo")), "token_for_other_item");
  await expectRefused(await open(aToken(video.hash, -10)), "token_expired");
  await expectRefused(await open(`${aToken(video.hash)}x`), "token_invalid");
  await expectItPlays(await open(aToken(video.hash)));
});

// As people leave: Playwright's close() may end a page before its farewell is sent, whose viewer then counts for half a minute.
const leave = (page: Page) => page.goto("about:blank");

test("a token for one viewer refuses a second one until the first has left", async ({ page, context }) => {
  const video = await addRestricted({ signed: true, sessions: 1 });
  const query = `?token=${aToken(video.hash)}`;
  await expectItPlays(await openElsewhere(page, video.hash, query));
  const other = await context.newPage();
  await expectRefused(await openElsewhere(other, video.hash, query), "too_many_sessions");
  await leave(page);
  await expect(async () => {
    const frame = await openElsewhere(other, video.hash, query);
    await expect(frame.locator(".kinora-start-button")).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test("a playlist's token plays its page and its videos for one viewer until they leave", async ({ page, context }) => {
  const films = [await addRestricted({ signed: true }), await addRestricted({ signed: true })];
  const { db } = edge.services;
  const owner = await db.selectFrom("projects").select(["id as project_id", "account_id"]).executeTakeFirstOrThrow();
  const hash = newHash();
  const list = await db
    .insertInto("playlists")
    .values({ ...owner, hash, name: "On the quay", type: "manual" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { project_id } = owner;
  const profile_id = (await addRestricted({ signed: true, sessions: 1 })).profileId;
  await db.insertInto("restriction_assignments").values({ project_id, profile_id, playlist_id: list.id }).execute();
  await db
    .insertInto("playlist_items")
    .values(films.map(({ id }, position) => ({ playlist_id: list.id, project_id, video_id: id, position })))
    .execute();
  await expectRefused(await openElsewhere(page, hash), "token_missing");
  const query = `?token=${sign({ playlist: hash })}`;
  const frame = await openElsewhere(page, hash, query);
  await expectItPlays(frame);
  await frame.getByRole("button", { name: "Next video" }).click();
  const video = frame.locator("video");
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5);
  const other = await context.newPage();
  await expectRefused(await openElsewhere(other, hash, query), "too_many_sessions");
  await leave(page);
  await expect(async () => {
    const again = await openElsewhere(other, hash, query);
    await expect(again.locator(".kinora-start-button")).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test("a password opens the player on the page it was asked on", async ({ page }) => {
  const video = await addRestricted({
    password: true,
    referrers: { mode: "only", entries: ["127.0.0.1"], empty: false },
  });
  const frame = await openElsewhere(page, video.hash);
  await expectRefused(frame, "password_required");
  await frame.getByLabel("Password").fill("a wrong one");
  await frame.getByRole("button", { name: "Watch" }).click();
  await expect(frame.getByText("Wrong password. Try again.")).toBeVisible();
  await frame.getByLabel("Password").fill(PASSWORD);
  await frame.getByLabel("Password").press("Enter");
  await expectItPlays(frame);
});

test("country, network and app of a viewer decide", async ({ browser }) => {
  const only = { countries: { mode: "only", codes: ["DE"], unknown: false } } as const;
  const german = await addRestricted({ countries: { ...only.countries, codes: ["DE"] } });
  const network = await addRestricted({ addresses: { mode: "block", ranges: ["8.8.8.0/24"] } });
  const app = await addRestricted({ agents: { mode: "only", patterns: ["ExampleApp/"] } });
  // This machine is a trusted proxy here, so the header says where a viewer is.
  const as = async (address: string, userAgent?: string) =>
    (
      await browser.newContext({
        extraHTTPHeaders: { "x-forwarded-for": address },
        ...(userAgent === undefined ? {} : { userAgent }),
      })
    ).newPage();
  const inGermany = await as("194.25.2.129", "ExampleApp/3");
  await expectItPlays(await openElsewhere(inGermany, german.hash));
  await expect((await openElsewhere(inGermany, app.hash)).locator(".kinora-start-button")).toBeVisible();
  await expect((await openElsewhere(inGermany, network.hash)).locator(".kinora-start-button")).toBeVisible();
  const inAmerica = await as("8.8.8.8");
  await expectRefused(await openElsewhere(inAmerica, german.hash), "country_not_allowed");
  await expectRefused(await openElsewhere(inAmerica, network.hash), "address_blocked");
  await expectRefused(await openElsewhere(inAmerica, app.hash), "agent_not_allowed");
  for (const opened of [inGermany, inAmerica]) await opened.context().close();
});
