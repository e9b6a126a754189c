import { playlistSettings } from "@kinora/contract/playlists/playlists.ts";
import { insertRow, selectOrdered, updateRows } from "@kinora/db/testing-rows.ts";
import { NO_PODCAST } from "@kinora/domain/playlists/podcast.ts";
import { NEW_SMART_RULES, type SmartRules } from "@kinora/domain/playlists/smart-rules.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { aProject } from "../platform/testing.ts";
import { projectOfEachTest, addVideo, addTag, addCategory } from "../testing/fixtures.ts";
import { recordStatements } from "../testing/recorded-statements.ts";
import { addProfile, assignProfile } from "../testing/restrictions.ts";
import { addItems, listByRules, listItems, moveItem, removeItem, sortItems } from "./items.ts";
import { addToPlaylists, listPlaylistsOfVideo } from "./of-videos.ts";
import {
  createPlaylist,
  deletePlaylist,
  duplicatePlaylist,
  getPlaylist,
  listPlaylists,
  setPlaylistPublished,
  updatePlaylist,
} from "./service.ts";

const { services, project, context, grant } = await projectOfEachTest();

interface VideoValues {
  status?: "complete" | "failed" | "processing";
  published?: boolean;
  playable?: boolean;
  duration_seconds?: number;
  published_at?: Date;
  category_id?: number;
  deleted_at?: Date;
}

async function aVideo(title: string, values: VideoValues = {}): Promise<number> {
  const row = await addVideo(services, project, {
    title,
    published: true,
    published_at: new Date(),
    playable: true,
    version: 1,
    duration_seconds: 60,
    ...values,
  });
  return row.id;
}

async function aTag(name: string, videoIds: readonly number[]): Promise<number> {
  const { id } = await addTag(services, project, name);
  for (const videoId of videoIds)
    await insertRow(services, "video_tags", { video_id: videoId, tag_id: id, project_id: project.projectId });
  return id;
}

const settings = (name: string, change: object = {}) => playlistSettings.parse({ name, ...change });
const aPlaylist = (videoIds: readonly number[], type: "manual" | "smart" | "channel" = "manual", change: object = {}) =>
  createPlaylist(context, grant, { ...settings("Mine", change), type, video_ids: [...videoIds] });
const order = async (id: number) => (await listItems(context, grant, id)).data.map(({ video_id: videoId }) => videoId);
const events = async (id: number) => {
  const rows = await selectOrdered(services, "events", "id", {}, "type", "payload");
  return rows.filter(({ payload }) => payload["playlist_id"] === id).map(({ type }) => type);
};

test("a playlist keeps its videos in order, and adding one twice adds it once", async () => {
  const [a, b, c] = [await aVideo("A"), await aVideo("B"), await aVideo("C")];
  const { id } = await aPlaylist([a, b]);
  expect(await addItems(context, grant, id, [c, a], 0)).toBe(1);
  expect(await order(id)).toEqual([c, a, b]);
  expect(await addItems(context, grant, id, [c, a])).toBe(0);
  await moveItem(context, grant, id, c, 99);
  expect(await order(id)).toEqual([a, b, c]);
  await removeItem(context, grant, id, b);
  expect(await order(id)).toEqual([a, c]);
  await expect(removeItem(context, grant, id, b)).rejects.toMatchObject({ code: "not_found" });
  expect(await events(id)).toEqual(["playlist.created", ...Array(3).fill("playlist.updated")]);
});

test("moves of two people at once both happen, and no place is taken twice", async () => {
  const videos = await Promise.all(Array.from({ length: 12 }, (_, number) => aVideo(`V${number}`)));
  const { id } = await aPlaylist(videos);
  const [removed = 0, ...moved] = videos;
  await Promise.all([
    ...moved.slice(0, 6).map((video) => moveItem(context, grant, id, video, 11)),
    ...moved.slice(6).map((video) => moveItem(context, grant, id, video, 0)),
    removeItem(context, grant, id, removed),
  ]);
  const rows = await selectOrdered(services, "playlist_items", "position", { playlist_id: id }, "video_id", "position");
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 11 }, (_, place) => place));
  expect(new Set(rows.map((row) => row.video_id)).size).toBe(11);
});

test("a playlist is sorted once and turned around", async () => {
  const b = await aVideo("b", { duration_seconds: 5 });
  const a = await aVideo("a", { duration_seconds: 9 });
  const { id } = await aPlaylist([b, a]);
  await sortItems(context, grant, id, "title");
  expect(await order(id)).toEqual([a, b]);
  await sortItems(context, grant, id, "duration");
  expect(await order(id)).toEqual([b, a]);
  await sortItems(context, grant, id, "reverse");
  expect(await order(id)).toEqual([a, b]);
  const before = await events(id);
  await sortItems(context, grant, id, "-duration");
  expect(await events(id)).toEqual(before);
});

test("videos that viewers do not get stay in the playlist, with the reason", async () => {
  const videos = [
    await aVideo("Fine"),
    await aVideo("Unpublished", { published: false }),
    await aVideo("Failed", { status: "failed", playable: false }),
    await aVideo("Deleted"),
  ];
  const { id } = await aPlaylist(videos);
  await updateRows(services, "videos", { id: videos[3] ?? 0 }, { deleted_at: new Date() });
  const { data } = await listItems(context, grant, id);
  expect(data.map(({ problem }) => problem)).toEqual([null, "unpublished", "failed", "trash"]);
});

test("videos of another project cannot be added", async () => {
  const { id } = await aPlaylist([]);
  const other = await aProject(services);
  const foreign = await addVideo(services, other, { title: "X" });
  await expect(addItems(context, grant, id, [foreign.id])).rejects.toMatchObject({ code: "not_found" });
  expect(await order(id)).toEqual([]);
});

test("the list says how many videos each playlist has and how long they are", async () => {
  const videos = [await aVideo("A", { duration_seconds: 10 }), await aVideo("B", { duration_seconds: 15 })];
  const manual = await aPlaylist(videos);
  const smart = await aPlaylist([], "smart", { rules: { limit: 1, sort: "longest" } });
  const { data, pagination } = await listPlaylists(context, grant, { sort: "-updated", page: 1, per_page: 30 });
  expect(pagination.total).toBe(2);
  expect(data.map(({ id, items, duration_seconds: seconds }) => [id, items, seconds])).toEqual([
    [smart.id, 1, 15],
    [manual.id, 2, 25],
  ]);
  const found = await listPlaylists(context, grant, { sort: "name", type: "smart", page: 1, per_page: 30 });
  expect(found.data.map(({ id }) => id)).toEqual([smart.id]);
});

test("settings are saved, and saving them again changes nothing", async () => {
  const { id } = await aPlaylist([]);
  const changed = settings("Yours", { loop: true, layout: "bottom" });
  expect(await updatePlaylist(context, grant, id, changed)).toMatchObject({ name: "Yours", loop: true, rules: null });
  await updatePlaylist(context, grant, id, changed);
  await setPlaylistPublished(context, grant, id, false);
  await setPlaylistPublished(context, grant, id, false);
  expect(await events(id)).toEqual(["playlist.created", "playlist.updated", "playlist.updated"]);
});

test("what a feed says to directories of podcasts is saved, copied and checked", async () => {
  const { id, podcast } = await aPlaylist([]);
  expect(podcast).toEqual(NO_PODCAST);
  const set = { category: "Technology", language: "pt_br", author: " R & D ", email: "Talks@Example.com" };
  const saved = {
    ...NO_PODCAST,
    category: "Technology",
    language: "pt-BR",
    author: "R & D",
    email: "talks@example.com",
  };
  for (const _time of [1, 2])
    expect(await updatePlaylist(context, grant, id, settings("Yours", { podcast: set }))).toMatchObject({
      podcast: saved,
    });
  expect(await events(id)).toEqual(["playlist.created", "playlist.updated"]);
  expect(await duplicatePlaylist(context, grant, id)).toMatchObject({ podcast: saved });
  for (const [field, value] of Object.entries({
    category: "technology",
    language: "klingonese",
    email: "nobody",
    author: " ",
  }))
    expect(playlistSettings.safeParse({ name: "A", podcast: { [field]: value } }).error?.issues[0]).toMatchObject({
      path: ["podcast", field],
    });
});

test("a channel begins when it is made unless another time is set", async () => {
  const channel = await aPlaylist([], "channel");
  expect(channel.start_at).not.toBeNull();
  const start = "2030-01-01T00:00:00.000Z";
  const later = await updatePlaylist(context, grant, channel.id, settings("On air", { start_at: start }));
  expect(later.start_at).toEqual(new Date(start));
});

test("a copy has the same videos and restrictions, is unpublished and has an id of its own", async () => {
  const videos = [await aVideo("A"), await aVideo("B")];
  const original = await aPlaylist(videos);
  const profileId = await addProfile(services, project, {});
  const profiles = services.db.selectFrom("restriction_assignments").select("profile_id");
  await assignProfile(services, project, profileId, { playlist_id: original.id });
  const copy = await duplicatePlaylist(context, grant, original.id);
  expect(copy).toMatchObject({ name: "Mine (copy)", published: false, items: 2 });
  expect(copy.hash).not.toBe(original.hash);
  await deletePlaylist(context, grant, original.id);
  await expect(getPlaylist(context, grant, original.id)).rejects.toMatchObject({ code: "not_found" });
  expect(await order(copy.id)).toEqual(videos);
  expect(await profiles.where("playlist_id", "=", copy.id).execute()).toEqual([{ profile_id: profileId }]);
  expect(await profiles.where("playlist_id", "=", original.id).execute()).toEqual([]);
});

test("a playlist with a video in the trash is copied with it", async () => {
  const videos = [await aVideo("A"), await aVideo("B")];
  const original = await aPlaylist(videos);
  await updateRows(services, "videos", { id: videos[0] ?? 0 }, { deleted_at: new Date() });
  const copy = await duplicatePlaylist(context, grant, original.id);
  expect(await order(copy.id)).toEqual(videos);
});

test("a video says which playlists have it, and joins several at once", async () => {
  const video = await aVideo("A");
  const [one, two] = [await aPlaylist([]), await aPlaylist([])];
  expect(await addToPlaylists(context, grant, [one.id, two.id], [video])).toBe(2);
  expect(await addToPlaylists(context, grant, [one.id, two.id], [video])).toBe(0);
  expect((await listPlaylistsOfVideo(context, grant, video)).map(({ id }) => id)).toEqual([one.id, two.id]);
  await expect(addToPlaylists(context, grant, [one.id, 9e9], [video])).rejects.toMatchObject({ code: "not_found" });
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

test("each rule of a smart playlist leaves out what it does not name", async () => {
  const category = await addCategory(services, project, { name: "News", slug: "news" });
  const news = await aVideo("Harbour news", { category_id: category.id, duration_seconds: 30 });
  const long = await aVideo("A long harbour", { duration_seconds: 300, published_at: daysAgo(10) });
  const old = await aVideo("Old", { published_at: daysAgo(100), duration_seconds: 100 });
  await aVideo("Hidden harbour", { published: false });
  await aVideo("Failed harbour", { status: "failed", playable: false });
  const [red, blue] = [await aTag("red", [news, long]), await aTag("blue", [long])];
  const found = async (rules: Partial<SmartRules>) => {
    const all = { ...NEW_SMART_RULES, ...rules };
    const { data, matches } = await listByRules(context, grant, all, []);
    expect(matches).toBe(data.length);
    return data.map(({ video_id: id }) => id);
  };
  expect(await found({})).toEqual([news, long, old]);
  expect(await found({ sort: "oldest" })).toEqual([old, long, news]);
  expect(await found({ sort: "title" })).toEqual([long, news, old]);
  expect(await found({ sort: "longest" })).toEqual([long, old, news]);
  expect(await found({ categories: [category.id] })).toEqual([news]);
  expect(await found({ tags_any: [red, blue] })).toEqual([news, long]);
  expect(await found({ tags_all: [red, blue] })).toEqual([long]);
  expect(await found({ tags_none: [blue] })).toEqual([news, old]);
  expect(await found({ title_contains: "HARBOUR" })).toEqual([news, long]);
  expect(await found({ title_contains: "%" })).toEqual([]);
  expect(await found({ published_days: 30 })).toEqual([news, long]);
  expect(await found({ duration_min: 50, duration_max: 150 })).toEqual([old]);
});

test("pinned videos come first in a smart playlist and count towards its limit", async () => {
  const [a, b, c] = [await aVideo("A"), await aVideo("B"), await aVideo("C")];
  const { id } = await aPlaylist([c], "smart", { rules: { sort: "title", limit: 2 } });
  const { data, matches } = await listItems(context, grant, id);
  expect(data.map(({ video_id: video, pinned }) => [video, pinned])).toEqual([
    [c, true],
    [a, false],
  ]);
  expect(matches).toBe(3);
  await removeItem(context, grant, id, c);
  expect(await order(id)).toEqual([a, b]);
});

test("smart playlists of a page have half a second together, and a slow one leaves some to the others", async () => {
  const video = await aVideo("A");
  const tag = await aTag("red", [video]);
  const aSlowOne = () => aPlaylist([], "smart", { rules: { tags_any: [tag] } });
  await aSlowOne();
  await aPlaylist([], "smart", { rules: {} });
  for (let count = 0; count < 3; count += 1) await aSlowOne();
  const statements: string[] = [];
  const recorded = { ...context, db: recordStatements(services.db, statements) };
  const oldestFirst = { sort: "updated", page: 1, per_page: 30 } as const;
  const { data } = await services.db.transaction().execute(async (tx) => {
    // The tags of videos cannot be read meanwhile: rules that ask for one wait until their time is over.
    await sql`lock table video_tags in access exclusive mode`.execute(tx);
    return listPlaylists(recorded, grant, oldestFirst);
  });
  expect(data.map(({ items }) => items)).toEqual([null, 1, null, null, null]);
  const given = statements.flatMap((text) => [...text.matchAll(/"(\d+)ms"/g)].map(([, ms]) => Number(ms)));
  expect(given.length).toBeGreaterThanOrEqual(2);
  // The quick one leaves its time to those after it.
  const [first = 0, _quick, ...others] = given;
  expect(first + others.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(500);
});
