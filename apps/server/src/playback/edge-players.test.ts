import { insertRow, insertRows, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject, type TestProject } from "../platform/testing.ts";
import { sharedProject, addPlayer } from "../testing/fixtures.ts";
import { setClockAhead } from "../testing/monotonic-clock.ts";
import { addProfile, assignProfile, onlyOn } from "../testing/restrictions.ts";
import { anEdge, aRendition, aVideo } from "./testing.ts";

/** For so long an edge answers from memory. */
const FRESH_MS = 2_000;
/** An edge knows of a change within this time. */
const PROMISED_MS = 10_000;

/** After the time for which an edge answers from memory. */
function expectSoon<Answer>(answer: () => Promise<Answer>) {
  setClockAhead(FRESH_MS);
  return expect.poll(answer, { timeout: PROMISED_MS - FRESH_MS });
}

let video: string;

const { services, project } = await sharedProject();
const other = await aProject(services);
const edge = await anEdge(services);

beforeAll(async () => {
  const made = await aVideo(services, project);
  await aRendition(services, project, made, { label: "720p" });
  video = made.hash;
});
afterAll(() => edge.app.close());

const aPlayer = (place: TestProject, settings: object) =>
  addPlayer(services, place, { settings: JSON.stringify(settings), draft: JSON.stringify({ radius: 40 }) });

/** What the server wrote into an embed page. */
async function pageOf(hash: string, query: string, headers: Record<string, string> = {}) {
  const html = await (await fetch(`${edge.url}/embed/${hash}${query}`, { headers })).text();
  const text = (/data-page="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return JSON.parse(text) as { player: { hash: string; settings: object }; watched?: number[] };
}

const playerOf = async (query: string, headers: Record<string, string> = {}) =>
  (await pageOf(video, query, headers)).player;

test("an embed gets the published settings of the player it names", async () => {
  const { hash } = await aPlayer(project, { loop: true });
  expect(await playerOf(`?player=${hash}`)).toEqual({ hash, settings: { loop: true } });
});

test.each([
  [{}, false],
  [{ autostart: "visible" }, false],
  [{ preload: "none" }, false],
  [{ autostart: "on" }, true],
  [{ preload: "metadata" }, true],
])("a page whose player has %j fetches what reads HLS beside the player: %j", async (settings, fetches) => {
  const { hash } = await aPlayer(project, settings);
  const html = await (await fetch(`${edge.url}/embed/${video}?player=${hash}`)).text();
  expect(html).toContain('<script type="module" src="/assets/player-1.js">');
  for (const script of ["hls-1.js", "hls-stream-1.js"])
    expect(html.includes(`<link rel="modulepreload" href="/assets/${script}">`)).toBe(fetches);
});

test.each(["", "?player=", "?player=nothinghere", "?player=../../etc"])(
  "an embed with %j gets the project's default player",
  async (query) => {
    const usual = await selectRow(services, "players", { project_id: project.projectId, is_default: true }, "hash");
    expect(await playerOf(query)).toEqual({ hash: usual.hash, settings: {} });
  },
);

test("a player of another project is no choice", async () => {
  const { hash } = await aPlayer(other, { loop: true });
  expect((await playerOf(`?player=${hash}`)).settings).toEqual({});
});

test("the use of a named player is recorded with the page's host, previews of the console are not", async () => {
  const { id, hash } = await aPlayer(project, {});
  await playerOf(`?player=${hash}`, { referer: services.config.urls.console });
  await playerOf(`?player=${hash}`, { referer: "https://blog.example.org/post" });
  const domains = () => selectRows(services, "player_domains", { player_id: id }, "host");
  await expect.poll(domains).toEqual([{ host: "blog.example.org" }]);
  const items = await selectRows(services, "player_items", { player_id: id }, "item_hash", "item_kind");
  expect(items).toEqual([{ item_hash: video, item_kind: "video" }]);
});

/** A video whose first half was watched so often within the last 90 days, and its second half half as often. */
async function aWatchedVideo(often: number): Promise<{ id: number; hash: string }> {
  const made = await aVideo(services, project);
  await aRendition(services, project, made, { label: "720p" });
  const parts = (views: number) => Array.from({ length: 100 }, (_, at) => (at < 50 ? views : views / 2));
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await insertRows(services, "video_parts", [
    { project_id: project.projectId, video_id: made.id, day: day(0), parts: parts(often / 2) },
    { project_id: project.projectId, video_id: made.id, day: day(60), parts: parts(often / 2) },
    { project_id: project.projectId, video_id: made.id, day: day(95), parts: parts(1_000).toReversed() },
  ]);
  return made;
}

test("players that show it get what is watched most of the last 90 days, once it was watched often enough", async () => {
  const { hash: curve } = await aPlayer(project, { most_watched: true });
  const { hash: plain } = await aPlayer(project, {});
  const watched = async (often: number) => (await aWatchedVideo(often)).hash;
  const often = await watched(20);
  expect((await pageOf(often, `?player=${curve}`)).watched).toEqual(
    Array.from({ length: 100 }, (_, at) => (at < 50 ? 100 : 50)),
  );
  expect(await pageOf(often, `?player=${plain}`)).not.toHaveProperty("watched");
  expect(await pageOf(await watched(16), `?player=${curve}`)).not.toHaveProperty("watched");
});

test("what is watched most is on no page that shows no video, and viewers cannot ask for it", async () => {
  const { hash: curve } = await aPlayer(project, { most_watched: true });
  const { hash: plain } = await aPlayer(project, {});
  const { id, hash } = await aWatchedVideo(20);
  const textOf = async (query: string) => (await fetch(`${edge.url}/embed/${hash}${query}`)).text();
  expect(await textOf(`?player=${curve}`)).toContain("&quot;watched&quot;");
  for (const ask of ["ads=player", "ads=draft", "most_watched=1"])
    expect(await textOf(`?player=${plain}&${ask}`)).not.toContain("&quot;watched&quot;");
  const hide = services.db.updateTable("videos").where("id", "=", id);
  const takedown = JSON.stringify({ message: "By order of a court" });
  for (const [changes, back] of [
    [{ published: false }, { published: true }],
    [{ takedown }, { takedown: null }],
    [{ deleted_at: new Date() }, { deleted_at: null }],
  ]) {
    await hide.set(changes ?? {}).execute();
    await expectSoon(() => textOf(`?player=${curve}`)).not.toContain("&quot;watched&quot;");
    await hide.set(back ?? {}).execute();
    await expectSoon(() => textOf(`?player=${curve}`)).toContain("&quot;watched&quot;");
  }
  const profileId = await addProfile(services, project, onlyOn("example.com"));
  await assignProfile(services, project, profileId, { video_id: id });
  await expectSoon(() => textOf(`?player=${curve}`)).not.toContain("&quot;watched&quot;");
});

test("a picture of a player is served as what it is, anything else is not found", async () => {
  const { id, hash } = await aPlayer(project, {});
  const picture = Buffer.from("89504e470d0a1a0a", "hex");
  await insertRow(services, "player_pictures", { player_id: id, number: 1, width: 1, height: 1, picture });
  const response = await fetch(`${edge.url}/players/${hash}/1.png`);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(picture);
  for (const path of [`${hash}/2.png`, `${hash}/1.svg`, `${newHash()}/1.png`])
    expect((await fetch(`${edge.url}/players/${path}`)).status).toBe(404);
});
