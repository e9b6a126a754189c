import { streamSettings } from "@kinora/contract/live/streams.ts";
import { deleteRows, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { LOOP_ITEMS_MAX } from "@kinora/domain/live/stream-loop.ts";
import { PLAYLIST_ITEMS_MAX } from "@kinora/domain/playlists/playlists.ts";
import { NEW_SMART_RULES } from "@kinora/domain/playlists/smart-rules.ts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { aProject } from "../../platform/testing.ts";
import { aRendition, aVideo, type TestVideo } from "../../playback/testing.ts";
import { projectOfEachTest, ownedBy, addPlaylist, addStream } from "../../testing/fixtures.ts";
import { readStream } from "../streams/rows.ts";
import { createStream } from "../streams/service.ts";
import { refreshPlaylistLoops } from "./loop-playlist.ts";
import { readLoop, setLoop } from "./loop.ts";

let stream: number;

const times = { shuffle: false, fade: false, before_live: true, on_disconnect: true, when_paused: false };
const ofPlaylist = (id: number) => ({ video_ids: [], playlist_id: id, ...times });

const { services, project, context, grant } = await projectOfEachTest();
beforeEach(async () => {
  stream = (await addStream(services, project, { ladder: "360p" })).id;
});

/** A complete video of a minute. */
async function aFilm(title: string, of = project): Promise<TestVideo> {
  const video = await aVideo(services, of, { title });
  await aRendition(services, of, video, { label: "360p", codecs: "avc1.64001F" });
  await updateRows(services, "renditions", { video_id: video.id }, { width: 640, height: 360, duration_seconds: 60 });
  return video;
}

async function aPlaylist(videos: readonly TestVideo[], of = project, rules: object | null = null): Promise<number> {
  const kind = rules ? { type: "smart" as const, rules: JSON.stringify(rules) } : { type: "manual" as const };
  const { id } = await addPlaylist(services, of, { ...kind });
  await setItems(id, videos);
  return id;
}

async function setItems(playlist: number, videos: readonly TestVideo[]): Promise<void> {
  await deleteRows(services, "playlist_items", { playlist_id: playlist });
  const items = videos.map(({ id }, position) => ({
    playlist_id: playlist,
    project_id: project.projectId,
    video_id: id,
    position,
  }));
  if (items.length > 0) await services.db.insertInto("playlist_items").values(items).execute();
}

test("a livestream is created with a playlist as its loop, or not at all", async () => {
  const films = [await aFilm("One"), await aFilm("Two")];
  const settings = streamSettings.parse({ name: "All day", ladder: "360p" });
  const playlist = await aPlaylist(films);
  const made = await createStream(context, grant, { ...settings, loop_playlist_id: playlist });
  expect(made.can_loop).toBe(true);
  expect(await readLoop(context, project, made.id)).toMatchObject({
    items: [{ title: "One" }, { title: "Two" }],
    playlist: { id: playlist, name: "Evening" },
  });
  await setItems(playlist, films.slice(1));
  await refreshPlaylistLoops(services, playlist);
  expect((await readLoop(context, project, made.id)).items.map(({ title }) => title)).toEqual(["Two"]);
  const foreign = await aPlaylist([], await aProject(services));
  const refused = createStream(context, grant, { ...settings, name: "Never", loop_playlist_id: foreign });
  await expect(refused).rejects.toMatchObject({ fields: { loop_playlist_id: [expect.stringContaining("playlist")] } });
  const names = await selectRows(services, "streams", { name: "Never" }, "name");
  expect(names).toEqual([]);
});

const titles = async () => (await readLoop(context, project, stream)).items.map(({ title }) => title);
const changes = async () => {
  const rows = await selectRows(services, "events", { type: "stream.loop_changed" }, "payload");
  return rows.filter(({ payload }) => payload["stream_id"] === stream).length;
};

test("a loop has the published, complete videos of its playlist in their order and follows its changes", async () => {
  const [one, hidden, two, three] = [
    await aFilm("One"),
    await aFilm("Hidden"),
    await aFilm("Two"),
    await aFilm("Three"),
  ];
  await updateRows(services, "videos", { id: hidden.id }, { published: false });
  const half = await aVideo(services, project, { title: "Half", status: "processing", playable: false });
  const playlist = await aPlaylist([two, hidden, half, one]);
  await setLoop(context, grant, stream, ofPlaylist(playlist));
  expect(await titles()).toEqual(["Two", "One"]);
  const loop = await readLoop(context, project, stream);
  expect(loop.playlist).toEqual({ id: playlist, name: "Evening" });
  expect(loop.since).not.toBeNull();
  // Nothing changed: nothing is announced, and the loop keeps its clock.
  await setLoop(context, grant, stream, ofPlaylist(playlist));
  await refreshPlaylistLoops(services);
  expect(await changes()).toBe(1);
  await updateRows(services, "videos", { id: hidden.id }, { published: true });
  await setItems(playlist, [two, three, hidden]);
  await refreshPlaylistLoops(services, playlist);
  expect(await titles()).toEqual(["Two", "Three", "Hidden"]);
  expect(await changes()).toBe(2);
  const after = await readLoop(context, project, stream);
  // "Two" was on air and plays on: its place on the clock is the same.
  expect(after.since).toEqual(loop.since);
  await updateRows(services, "videos", { id: three.id }, { deleted_at: new Date() });
  await refreshPlaylistLoops(services);
  expect(await titles()).toEqual(["Two", "Hidden"]);
});

test("a loop has all videos of the longest playlist", async () => {
  const owner = ownedBy(project);
  const playlist = await aPlaylist([]);
  await sql`
    with made as (
      insert into videos (project_id, account_id, hash, title, status, published, playable, version)
      select ${owner.project_id}, ${owner.account_id}, 'long-' || ${playlist}::text || '-' || n, 'Film ' || n, 'complete', true, true, 1
      from generate_series(1, ${LOOP_ITEMS_MAX}::int) n returning id)
    insert into playlist_items (playlist_id, project_id, video_id, position)
    select ${playlist}, ${owner.project_id}, id, row_number() over (order by id) - 1 from made`.execute(services.db);
  await setLoop(context, grant, stream, ofPlaylist(playlist));
  const shown = await titles();
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([PLAYLIST_ITEMS_MAX, "Film 1", `Film ${PLAYLIST_ITEMS_MAX}`]);
  // Of so many videos the audit log names the first ones.
  const log = services.db.selectFrom("audit_log").select("changes").where("project_id", "=", project.projectId);
  expect(JSON.stringify(await log.execute())).toMatch(/Film 50, and 950 more"/);
});

test("a smart playlist is looped as its rules say now", async () => {
  await aFilm("Alpha one");
  const playlist = await aPlaylist([], project, { ...NEW_SMART_RULES, title_contains: "alpha", sort: "title" });
  await setLoop(context, grant, stream, ofPlaylist(playlist));
  expect(await titles()).toEqual(["Alpha one"]);
  await aFilm("Alpha two");
  await aFilm("Beta");
  await refreshPlaylistLoops(services);
  expect(await titles()).toEqual(["Alpha one", "Alpha two"]);
});

test("a deleted playlist leaves the videos it had, and the loop says which playlist it was", async () => {
  const playlist = await aPlaylist([await aFilm("One")]);
  await setLoop(context, grant, stream, ofPlaylist(playlist));
  await deleteRows(services, "playlists", { id: playlist });
  await refreshPlaylistLoops(services);
  const loop = await readLoop(context, project, stream);
  expect(loop).toMatchObject({ playlist: { id: null, name: "Evening" }, items: [{ title: "One" }] });
  expect((await readStream(services.db, project, stream)).can_loop).toBe(true);
  const [item] = loop.items;
  await setLoop(context, grant, stream, { video_ids: [item?.video_id ?? 0], ...times });
  expect(await readLoop(context, project, stream)).toMatchObject({ playlist: null, items: [{ title: "One" }] });
});

test("a playlist without a playable video is followed until it has one", async () => {
  const playlist = await aPlaylist([]);
  await setLoop(context, grant, stream, ofPlaylist(playlist));
  expect((await readStream(services.db, project, stream)).can_loop).toBe(false);
  expect(await readLoop(context, project, stream)).toMatchObject({ items: [], since: null });
  await setItems(playlist, [await aFilm("First")]);
  await refreshPlaylistLoops(services);
  expect((await readStream(services.db, project, stream)).can_loop).toBe(true);
  expect((await readLoop(context, project, stream)).since).not.toBeNull();
});

test("playlists of other projects and deleted ones are refused with a sentence", async () => {
  const stranger = await aProject(services);
  const foreign = await addPlaylist(services, stranger, { name: "Theirs" });
  for (const id of [foreign.id, 999_999_999])
    await expect(setLoop(context, grant, stream, ofPlaylist(id))).rejects.toMatchObject({
      code: "invalid",
      fields: { playlist_id: ["This playlist does not exist or belongs to another project."] },
    });
  expect(await readLoop(context, project, stream)).toMatchObject({ playlist: null, items: [] });
});
