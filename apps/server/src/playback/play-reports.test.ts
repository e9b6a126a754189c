import { selectRow } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { memberLinks } from "../platform/access/playback-links.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { sharedServices, addPlaylist } from "../testing/fixtures.ts";
import { addProfile, onlyOn } from "../testing/restrictions.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "./testing.ts";

let project: TestProject;
let video: TestVideo;
let player: { id: number; hash: string };

const services = await sharedServices();
const edge = await anEdge(services, { recordsMs: 100 });
beforeEach(async () => {
  project = await aProject(services);
  video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  player = await selectRow(services, "players", { project_id: project.projectId }, "id", "hash");
});
afterAll(() => edge.app.close());

async function aPlaylist(): Promise<{ id: number; hash: string }> {
  return addPlaylist(services, project, {}, [video]);
}

const report = (body: object | string, query = "", hash = video.hash) =>
  fetch(`${edge.url}/embed/${hash}/played${query}`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8" },
    body: typeof body === "string" ? body : JSON.stringify({ page: null, player: null, playlist: null, ...body }),
  });

const places = () =>
  services.db
    .selectFrom("embed_places")
    .select(["item_kind", "item_id", "host", "path", "loads", "plays", "seen_id"])
    .where("project_id", "=", project.projectId)
    .orderBy("item_kind")
    .orderBy("host")
    .execute();

/** Until the edge has written what it holds. */
const written = (check: (found: Awaited<ReturnType<typeof places>>) => void) =>
  vi.waitFor(async () => check(await places()), { timeout: 10_000 });

test("loads and plays of a video count for it and for its player, on the page without its query", async () => {
  const referer = "https://blog.example.org/post?visitor=7";
  await fetch(`${edge.url}/embed/${video.hash}`, { headers: { referer } });
  const answer = await report({ page: referer, player: player.hash });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const place = { host: "blog.example.org", path: "/post", loads: 1, plays: 1 };
  await written((found) =>
    expect(found).toEqual([
      { ...place, item_kind: "player", item_id: player.id, seen_id: video.id },
      { ...place, item_kind: "video", item_id: video.id, seen_id: null },
    ]),
  );
});

test("a playlist counts its own loads, and the plays of its videos count for it, too", async () => {
  const playlist = await aPlaylist();
  const referer = "https://blog.example.org/";
  await fetch(`${edge.url}/embed/${playlist.hash}`, { headers: { referer } });
  await fetch(`${edge.url}/embed/${playlist.hash}/videos/${video.hash}.json?page=${encodeURIComponent(referer)}`);
  await report({ page: referer, player: player.hash, playlist: playlist.hash });
  await written((found) =>
    expect(found).toMatchObject([
      { item_kind: "player", item_id: player.id, loads: 1, plays: 1, seen_id: video.id },
      { item_kind: "playlist", item_id: playlist.id, loads: 1, plays: 1, seen_id: video.id },
      { item_kind: "video", item_id: video.id, loads: 1, plays: 1 },
    ]),
  );
});

test("a page that PostgreSQL cannot store takes no other load with it", async () => {
  const playlist = await aPlaylist();
  const folder = `${edge.url}/embed/${playlist.hash}/videos`;
  const pages = ["%00", "about%3A%00", "https%3A%2F%2Fblog.example.org%2F"];
  const answers = await Promise.all(pages.map((page) => fetch(`${folder}/${video.hash}.json?page=${page}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const loads = services.db.selectFrom("recent_loads").select("page").where("project_id", "=", project.projectId);
  await vi.waitFor(
    async () =>
      expect((await loads.orderBy("page").execute()).map(({ page }) => page)).toEqual([
        "",
        "about:",
        "blog.example.org/",
      ]),
    { timeout: 10_000 },
  );
});

test("reports of members, of the console and of other projects' players add no page", async () => {
  const other = await aProject(services);
  const foreign = await selectRow(services, "players", { project_id: other.projectId }, "hash");
  const preview = memberLinks(as(services, project.owner), video.hash).preview();
  const page = "https://blog.example.org/";
  await report({ page }, new URL(preview).search);
  await report({ page: `${services.config.urls.console}/video/${video.id}` });
  await report({ page: "javascript:alert(1)" });
  await report({ page, player: foreign.hash });
  await written((found) => expect(found).toMatchObject([{ item_kind: "video", plays: 1, host: "blog.example.org" }]));
  const { count } = await services.db
    .selectFrom("embed_places")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", other.projectId)
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});

test("a restricted video needs a viewer's pass, whose page is the one that counts", async () => {
  await addProfile(services, project, onlyOn("shop.example.com"), { is_default: true });
  const restricted = await aVideo(services, project);
  await aRendition(services, project, restricted, { label: "720p" });
  const referer = "https://shop.example.com/sale";
  const html = await (await fetch(`${edge.url}/embed/${restricted.hash}`, { headers: { referer } })).text();
  const pass = /\/hls\/~([^/]+)\//.exec(html)?.[1] ?? "";
  expect(pass).not.toBe("");
  await report({ page: "https://thief.test/" }, "", restricted.hash);
  await report({ page: "https://thief.test/" }, `?token=${pass}`, restricted.hash);
  await written((found) =>
    expect(found.filter(({ item_kind: kind }) => kind === "video")).toMatchObject([
      { item_id: restricted.id, host: "shop.example.com", path: "/sale", plays: 1 },
    ]),
  );
});

test.each(["", "{", "[]", '{"page":7,"player":null,"playlist":null}', '{"page":null,"player":"../x","playlist":null}'])(
  "the report %j is refused with a sentence",
  async (body) => {
    const answer = await report(body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message: "Send page, player and playlist, each a text or null." });
  },
);
