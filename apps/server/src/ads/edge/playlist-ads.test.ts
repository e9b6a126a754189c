import { updateRows } from "@kinora/db/testing-rows.ts";
import { defaultAdSettings, defaultAdSource, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import type { PlaylistPage, PlaylistVideo } from "@kinora/domain/playback/playlist-page.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { anEdge, aRendition, aVideo, type TestEdge, type TestVideo } from "../../playback/testing.ts";
import { addPlaylist, addPlayer, sharedServices } from "../../testing/fixtures.ts";
import { saveAds } from "../settings.ts";
import { saveVideoAds } from "../video-ads.ts";

const TAG = "https://ads.example.com/vast";
const single: AdSettings = { ...defaultAdSettings, mode: "single", single: { ...defaultAdSource, tags: [TAG] } };

const services = await sharedServices();
let project: TestProject;
let edge: TestEdge;
let video: TestVideo;
let playlist: { id: number; hash: string };

beforeAll(async () => {
  edge = await anEdge(services);
});
beforeEach(async () => {
  project = await aProject(services);
  video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "360p" });
  playlist = await addPlaylist(services, project, {}, [video]);
});
afterAll(() => edge?.app.close());

const grant = () => ({ ...project, owner: true, permissions: new Set<Permission>() });
const save = (settings: AdSettings) => saveAds(as(services, project.owner), grant(), settings);

async function page(query = "") {
  const response = await fetch(`${edge.url}/embed/${playlist.hash}${query}`);
  const [, text = ""] = /data-playlist="([^"]*)"/.exec(await response.text()) ?? [];
  const { ads } = JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as PlaylistPage;
  return { ads, mayConnect: response.headers.get("content-security-policy")?.includes("connect-src *") };
}

async function tagsOfItem(query = "") {
  const response = await fetch(`${edge.url}/embed/${playlist.hash}/videos/${video.hash}.json${query}`);
  const { ads } = (await response.json()) as PlaylistVideo;
  return ads?.breaks.flatMap(({ tags }) => tags) ?? null;
}

test("a playlist's page connects to ad servers only where its videos may have ads", async () => {
  expect(await page()).toEqual({ ads: false, mayConnect: false });
  expect(await tagsOfItem()).toBeNull();
  await save(single);
  await vi.waitFor(async () => expect(await page()).toEqual({ ads: true, mayConnect: true }), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await tagsOfItem()).toEqual([TAG]), { timeout: 10_000 });
});

test("each video of a playlist has its own ads, and the player that it is shown in may have others or none", async () => {
  await save(single);
  await saveVideoAds(as(services, project.owner), grant(), video.id, { use: "own", tag: `${TAG}/own`, cue_points: [] });
  expect(await tagsOfItem()).toEqual([`${TAG}/own`]);
  const settings = JSON.stringify({ ads_off: true });
  const row = await addPlayer(services, project, { settings, draft: settings });
  expect(await tagsOfItem(`?player=${row.hash}`)).toBeNull();
  expect(await page(`?player=${row.hash}`)).toEqual({ ads: false, mayConnect: false });
});

test("a project without ads of its own has them in playlists with a video that has", async () => {
  await saveVideoAds(as(services, project.owner), grant(), video.id, { use: "own", tag: `${TAG}/own`, cue_points: [] });
  expect(await page()).toEqual({ ads: true, mayConnect: true });
});

test("a channel may have ads, of which its page plays prerolls", async () => {
  await save(single);
  await updateRows(services, "playlists", { id: playlist.id }, { type: "channel", start_at: new Date() });
  expect(await page()).toEqual({ ads: true, mayConnect: true });
});
