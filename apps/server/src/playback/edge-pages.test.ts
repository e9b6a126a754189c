import { insertRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, expect, test } from "vitest";
import { signPlaybackToken } from "../platform/access/playback-token.ts";
import { aProject } from "../platform/testing.ts";
import { sharedProject, ownedBy } from "../testing/fixtures.ts";
import { addProfile, assignProfile } from "../testing/restrictions.ts";
import { EmbedSightings } from "./embed-sightings.ts";
import { anEdge, aRendition, aVideo } from "./testing.ts";

const { services, project } = await sharedProject({ KINORA_EDGE_URL: "https://play.example.com" });
const edge = await anEdge(services);

afterAll(() => edge.app.close());

const nasty = `</title><script>alert(1)</script>" onload='x' &`;
const get = (path: string) => fetch(edge.url + path);

async function aFinishedVideo(options: { title?: string; description?: string; published?: boolean } = {}) {
  const video = await aVideo(services, project, options);
  await aRendition(services, project, video, { label: "720p" });
  const images = JSON.stringify({ "720p": `assets/${video.id}/v1/posters/720p.jpg` });
  await updateRows(services, "videos", { id: video.id }, { images, storyboard: true });
  return video;
}

/** The data that the server wrote for the player, parsed as in a browser. */
function pageData(html: string): Record<string, unknown> {
  const document = /data-page="([^"]*)"/.exec(html)?.[1] ?? "";
  const text = document
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  return JSON.parse(text) as Record<string, unknown>;
}

test("an embed page contains everything the player needs, and any page or app may frame it", async () => {
  const { hash } = await aFinishedVideo();
  const response = await get(`/embed/${hash}`);
  const html = await response.text();
  expect(response.status).toBe(200);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  // `*` would leave out apps, whose pages have schemes of their own.
  expect(policy).not.toContain("frame-ancestors");
  expect(response.headers.get("x-frame-options")).toBeNull();
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(pageData(html)).toEqual({
    hash,
    title: "A film",
    master: `/hls/${hash}/master.m3u8`,
    status: `/embed/${hash}/status.json`,
    poster: `/hls/${hash}/v1/posters/720p.jpg`,
    storyboard: `/hls/${hash}/v1/storyboard/storyboard.vtt`,
    moving_preview: true,
    chapters: null,
    duration_seconds: 8,
    live: false,
    description: "",
    download: null,
    player: { hash: expect.any(String), settings: {} },
    ads: null,
    analytics: null,
    stamp: expect.stringMatching(/^2\.\d{10}\./),
    console: "http://localhost:4000",
    now: { availability: "playable", progress: 42, renditions: ["720p"], settled: true },
  });
});

test("texts of users are escaped, on embed and share pages and in oEmbed", async () => {
  const { hash } = await aFinishedVideo({ title: nasty, description: nasty });
  for (const path of [`/embed/${hash}`, `/v/${hash}`]) {
    const html = await (await get(path)).text();
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("</title><");
    expect(html).not.toMatch(/[^&]" onload=/);
  }
  expect(pageData(await (await get(`/embed/${hash}`)).text())["title"]).toBe(nasty);
  const answer = (await (await get(`/oembed?url=https://play.example.com/v/${hash}`)).json()) as {
    title: string;
    html: string;
  };
  expect(answer.title).toBe(nasty);
  expect(answer.html).not.toContain("<script>");
});

test.each(["uploading", "in_queue", "processing"] as const)(
  "the page of a video that is %s shows that and its progress",
  async (status) => {
    const { hash } = await aVideo(services, project, { status, playable: false, version: 1 });
    const response = await get(`/embed/${hash}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("This video is being prepared");
    expect(await (await get(`/embed/${hash}/status.json`)).json()).toEqual({
      availability: "processing",
      progress: 42,
      renditions: [],
      settled: false,
    });
  },
);

test("a video without a finished segment is still being prepared, even if it is marked playable", async () => {
  const video = await aVideo(services, project, { status: "processing", playable: true });
  await aRendition(services, project, video, { label: "720p", state: "queued", codecs: null });
  expect(await (await get(`/embed/${video.hash}/status.json`)).json()).toMatchObject({ availability: "processing" });
});

test("the pages of a failed and a missing video show that instead of the player", async () => {
  const failed = await aVideo(services, project, { status: "failed", playable: false });
  const failedPage = await get(`/embed/${failed.hash}`);
  expect(failedPage.status).toBe(404);
  expect(await failedPage.text()).toContain("This video could not be prepared");
  const missing = await get("/embed/0123456789abcdef");
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("This video is not available");
});

test("an unpublished video looks exactly like one that does not exist", async () => {
  const hidden = await aFinishedVideo({ published: false, title: "Secret" });
  for (const path of [
    "/embed/HASH",
    "/embed/HASH/status.json",
    "/v/HASH",
    "/oembed?url=https://play.example.com/v/HASH",
  ]) {
    const [real, none] = await Promise.all(
      [hidden.hash, "0123456789abcdef"].map((hash) => get(path.replace("HASH", hash))),
    );
    expect(real?.status).toBe(404);
    expect(none?.status).toBe(404);
    const withoutRequestId = async (response: Response | undefined) =>
      (await response?.text())?.replace(/"request_id":"[^"]*"/, "");
    expect(await withoutRequestId(real)).toBe(await withoutRequestId(none));
  }
});

test("a pass shows an unpublished video, and every URL on its page carries the pass", async () => {
  const hidden = await aFinishedVideo({ published: false });
  const holder = { kind: "user", id: project.ownerId } as const;
  const token = signPlaybackToken(services.secrets.playbackKey, hidden.hash, holder, new Date(Date.now() + 60_000));
  const response = await get(`/embed/${hidden.hash}?token=${token}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(pageData(await response.text())).toMatchObject({
    master: `/hls/~${token}/${hidden.hash}/master.m3u8`,
    poster: `/hls/~${token}/${hidden.hash}/v1/posters/720p.jpg`,
    status: `/embed/${hidden.hash}/status.json?token=${token}`,
  });
});

test("a share page describes the video to other sites", async () => {
  const { hash } = await aFinishedVideo({ title: "Tides", description: "A day at the coast." });
  const html = await (await get(`/v/${hash}`)).text();
  for (const tag of [
    `<meta property="og:title" content="Tides">`,
    `<meta property="og:image" content="https://play.example.com/hls/${hash}/v1/posters/720p.jpg">`,
    `<meta property="og:image:width" content="1280">`,
    `<meta property="og:image:height" content="720">`,
    `"@type":"VideoObject"`,
    `"duration":"PT8S"`,
    `<meta name="twitter:card" content="player">`,
    `<meta name="twitter:player" content="https://play.example.com/embed/${hash}">`,
    `<link rel="alternate" type="application/json+oembed" href="https://play.example.com/oembed?format=json&amp;url=${encodeURIComponent(`https://play.example.com/v/${hash}`)}"`,
    `<div class="description" dir="auto">A day at the coast.</div>`,
  ]) {
    expect(html).toContain(tag);
  }
});

test("a long description is cut before an emoji, not within it", async () => {
  const { hash } = await aFinishedVideo({ description: `${"x".repeat(299)}😀` });
  const html = await (await get(`/v/${hash}`)).text();
  expect(html).toContain(`<meta property="og:description" content="${"x".repeat(299)}">`);
});

test("a share page behind a password shows its form and nothing of the video", async () => {
  const { id, hash } = await aFinishedVideo({ title: "Tides", description: "A day at the coast." });
  await assignProfile(services, project, await addProfile(services, project, { password: true }), { video_id: id });
  const response = await get(`/v/${hash}`);
  const html = await response.text();
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(html).toContain(`<iframe src="/embed/${hash}"`);
  expect(html).toContain('<meta name="robots" content="noindex">');
  for (const secret of ["Tides", "coast", "/posters/", "0:08", "VideoObject", "og:", "facts"])
    expect(html).not.toContain(secret);
});

test("a share page shows whose video it is, its chapters as links and the colours of its poster", async () => {
  const chapters = [
    { start_seconds: 0, title: "Low <tide>" },
    { start_seconds: 75, title: "High tide" },
  ];
  const { id, hash } = await aFinishedVideo({ title: "Tides" });
  await updateRows(services, "videos", { id }, { chapters: JSON.stringify(chapters) });
  const html = await (await get(`/v/${hash}`)).text();
  expect(html).toContain('<a href="?start=75" data-seconds="75"><time>1:15</time><span>High tide</span></a>');
  expect(html).toContain("<span>Low &lt;tide&gt;</span>");
  expect(html).toContain(`<img class="ambient" src="/hls/${hash}/v1/posters/720p.jpg" alt="">`);
  expect(html).toMatch(
    /<header class="brand"><span class="project-mark" data-color="\d" aria-hidden="true">.<\/span>/u,
  );
  const missing = await (await get("/v/doesnotexist0000")).text();
  expect(missing).not.toMatch(/brand|ambient|chapters/);
});

/** Gives a video captions with one sentence. */
async function addSpeech({ id }: { id: number }, language: string, words: string, isDefault = false) {
  const track = await insertRow(services, "captions", {
    ...ownedBy(project),
    ...{ video_id: id, language, label: language, kind: "captions", by_default: isDefault },
    ...{ format: "vtt", size_bytes: 1, cues: 1, created_by: null },
  });
  const file = Buffer.from(`WEBVTT\n\n00:00:02.500 --> 00:00:04.000\n<v Ada & Co>${words}\n`);
  await services.storage.put(`assets/${id}/captions/${track.id}-1.vtt`, file, { contentType: "text/vtt" });
}

test("a share page has what is said for search engines, in the default language", async () => {
  const video = await aFinishedVideo();
  expect(await (await get(`/v/${video.hash}`)).text()).not.toContain("transcript");
  await addSpeech(video, "de", "Guten Tag");
  await addSpeech(video, "en", "Good &lt;morning&gt;", true);
  const other = await aFinishedVideo();
  await addSpeech(other, "de", "Guten Tag");
  await expect
    .poll(async () => (await get(`/v/${video.hash}`)).text())
    .toContain(
      '<div lang="en"><p><a href="?start=2.5" data-seconds="2.5"><time>0:02</time></a><span dir="auto"><b dir="auto">Ada &amp; Co</b> Good &lt;morning&gt;</span></p></div>',
    );
  expect(await (await get(`/v/${other.hash}`)).text()).toContain("Guten Tag");
  expect(pageData(await (await get(`/embed/${video.hash}`)).text())).toMatchObject({
    transcripts: [
      { language: "de", label: "de", file: expect.stringMatching(/\/captions\/\d+-1\.vtt$/) },
      { language: "en" },
    ],
  });
});

test("what is said in a restricted or unpublished video is not on its page", async () => {
  const video = await aFinishedVideo();
  await addSpeech(video, "en", "A secret");
  const profileId = await addProfile(services, project, { password: true });
  await assignProfile(services, project, profileId, { video_id: video.id });
  expect(await (await get(`/v/${video.hash}`)).text()).not.toContain("secret");
  const hidden = await aFinishedVideo({ published: false });
  await addSpeech(hidden, "en", "A secret");
  expect(await (await get(`/v/${hidden.hash}`)).text()).not.toContain("secret");
});

test("oEmbed fits the frame into the requested size", async () => {
  const { hash } = await aFinishedVideo();
  const ask = async (query: string) =>
    (await get(`/oembed?url=${encodeURIComponent(`https://play.example.com/v/${hash}`)}${query}`)).json();
  expect(await ask("")).toMatchObject({ type: "video", version: "1.0", width: 640, height: 360 });
  expect(await ask("&maxwidth=320")).toMatchObject({ width: 320, height: 180 });
  expect(await ask("&maxheight=90")).toMatchObject({ width: 160, height: 90 });
  expect(await ask("&maxwidth=320&maxheight=90")).toMatchObject({ width: 160, height: 90 });
  expect(await ask("&maxheight=1e308")).toMatchObject({ width: 177_778, height: 100_000 });
  for (const size of ["0", "-1", "1.5", "wide", "1e309", "1&maxwidth=2"])
    expect(await ask(`&maxwidth=${size}`)).toMatchObject({ width: 640, height: 360 });
  expect((await get(`/oembed?url=https://play.example.com/v/${hash}&format=xml`)).status).toBe(501);
  expect((await get(`/oembed?url=https://elsewhere.example.com/v/${hash}`)).status).toBe(404);
});

/** Edges read players again after two seconds. */
const PLAYER_READ = { timeout: 20_000 };

test("oEmbed has the frame of the project's default player", async () => {
  const own = await aProject(services);
  const { id, hash } = await aVideo(services, own, {});
  await updateRows(services, "videos", { id }, { width: 1080, height: 1920 });
  const ask = async (query = "") =>
    (await get(`/oembed?url=${encodeURIComponent(`https://play.example.com/v/${hash}`)}${query}`)).json();
  const playerWith = (settings: object) =>
    services.db
      .updateTable("players")
      .set({ settings: JSON.stringify(settings) })
      .where("project_id", "=", own.projectId)
      .where("is_default", "=", true)
      .executeTakeFirstOrThrow();
  // In the shape of the video while the player has the usual one.
  expect(await ask("&maxheight=640")).toMatchObject({ width: 360, height: 640 });
  expect((await playerWith({ aspect: "4:3" })).numUpdatedRows).toBe(1n);
  await expect.poll(() => ask(), PLAYER_READ).toMatchObject({ width: 640, height: 480 });
  expect(await ask("&maxwidth=1280")).toMatchObject({ width: 1280, height: 960 });
  await playerWith({ fixed_size: true, frame_width: 400, frame_height: 200 });
  await expect.poll(() => ask(), PLAYER_READ).toMatchObject({ width: 400, height: 200 });
  expect(await ask("&maxwidth=1280")).toMatchObject({ width: 400, height: 200 });
  const small = (await ask("&maxwidth=200")) as { html: string };
  expect(small.html).toContain('width="200" height="100"');
});

test("a video below 360p has a picture in its preview and in oEmbed", async () => {
  const { id, hash } = await aFinishedVideo();
  const images = JSON.stringify({ "180p": `assets/${id}/v1/posters/180p.jpg` });
  await updateRows(services, "videos", { id }, { images, width: 320, height: 180 });
  const picture = `https://play.example.com/hls/${hash}/v1/posters/180p.jpg`;
  expect(await (await get(`/v/${hash}`)).text()).toContain(`<meta property="og:image" content="${picture}">`);
  const asked = `/oembed?url=${encodeURIComponent(`https://play.example.com/v/${hash}`)}`;
  expect(await (await get(asked)).json()).toMatchObject({ thumbnail_url: picture, thumbnail_height: 180 });
});

test("oEmbed and previews say the size of the picture itself, and oEmbed's picture fits into the requested size", async () => {
  const { id, hash } = await aFinishedVideo();
  const images = Object.fromEntries(
    ["360p", "720p", "1440p"].map((label) => [label, `assets/${id}/v1/posters/${label}.jpg`]),
  );
  await updateRows(services, "videos", { id }, { images: JSON.stringify(images), width: 3840, height: 2160 });
  const html = await (await get(`/v/${hash}`)).text();
  expect(html).toContain(`posters/1440p.jpg">\n<meta property="og:image:width" content="2560">`);
  const ask = async (query: string) =>
    (await get(`/oembed?url=${encodeURIComponent(`https://play.example.com/v/${hash}`)}${query}`)).json();
  const picture = (label: string, width: number, height: number) => ({
    thumbnail_url: `https://play.example.com/hls/${hash}/v1/posters/${label}.jpg`,
    thumbnail_width: width,
    thumbnail_height: height,
  });
  expect(await ask("")).toMatchObject(picture("1440p", 2560, 1440));
  expect(await ask("&maxwidth=1300")).toMatchObject(picture("720p", 1280, 720));
  expect(await ask("&maxheight=400")).toMatchObject(picture("360p", 640, 360));
  expect(await ask("&maxwidth=300")).not.toHaveProperty("thumbnail_url");
});

test("built files are kept by browsers, come compressed, and nothing else is served beside them", async () => {
  const script = await fetch(`${edge.url}/assets/player-1.js`, { headers: { "accept-encoding": "br" } });
  expect(script.headers.get("content-encoding")).toBe("br");
  expect(script.headers.get("cache-control")).toContain("immutable");
  expect(await script.text()).toContain("player-1.js");
  const embed = await get("/embed.js");
  expect(embed.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  for (const path of [
    "/assets/manifest.json",
    "/assets/../manifest.json",
    "/assets/%2e%2e/manifest.json",
    "/manifest.json",
  ]) {
    expect((await get(path)).status).toBe(404);
  }
});

test("a player that a page of the project's own domain loads is recorded, one on a foreign page is not", async () => {
  const own = await aProject(services);
  const video = await aVideo(services, own, {});
  await aRendition(services, own, video, { label: "720p" });
  const seen = async () => selectRows(services, "project_embeds", { project_id: own.projectId });
  const load = (referer: string) => fetch(`${edge.url}/embed/${video.hash}`, { headers: { referer } });
  const longHost = `${"x".repeat(4_000)}.example.com`;
  for (const foreign of ["https://foreign.test/", "not an address", `https://${longHost}/`]) await load(foreign);
  // Idempotent.
  for (let time = 0; time < 2; time += 1) expect((await load("https://www.example.com/")).status).toBe(200);
  await expect.poll(seen).toHaveLength(1);
});

test("a player is served at once while the database does not answer for its page", async () => {
  const asked: number[] = [];
  const never = {
    selectFrom: () => {
      asked.push(1);
      throw new Error("The database is unavailable.");
    },
  };
  const sightings = new EmbedSightings({ ...services, db: never as unknown as typeof services.db });
  sightings.note(1, "https://www.example.com/");
  sightings.note(1, `https://${"x".repeat(4_000)}.example.com/`);
  expect(asked).toHaveLength(1);
  // A failure is not cached: the next request tries again.
  await expect.poll(() => (sightings.note(1, "https://www.example.com/"), asked.length)).toBeGreaterThan(1);
});

test.each(["/v/", "/embed/"])("an address with a slash after it leads to the page at %s", async (folder) => {
  const { hash } = await aFinishedVideo();
  const redirected = await fetch(`${edge.url}${folder}${hash}/?start=3`, { redirect: "manual" });
  expect([redirected.status, redirected.headers.get("location")]).toEqual([301, `${folder}${hash}?start=3`]);
  expect((await get(`${folder}${hash}/`)).status).toBe(200);
  expect((await get(`${folder.toUpperCase()}${hash}`)).status).toBe(200);
  expect((await get(`${folder}${hash}/)%22`)).status).toBe(200);
});

test.each(["/embed.js", "/oembed?url=x", "/embed/abcdefgh/status.json"])(
  "a slash after %s leads to it",
  async (address) => {
    const [path, query] = address.split("?");
    const asked = `${path}/${query === undefined ? "" : `?${query}`}`;
    const redirected = await fetch(edge.url + asked, { redirect: "manual" });
    expect([redirected.status, redirected.headers.get("location")]).toEqual([301, address]);
  },
);

test.each([".", ",", ")", "!", "*", "'", "%20", "%0D%0A", "%C2%A0", "%E2%80%9D", "%2F", ").%20", "&start=3"])(
  "an address with %s after it leads to its page",
  async (trailing) => {
    const { hash } = await aFinishedVideo();
    for (const folder of ["/v/", "/embed/"]) {
      const redirected = await fetch(`${edge.url}${folder}${hash}${trailing}`, { redirect: "manual" });
      const query = trailing.startsWith("&") ? "?start=3" : "";
      expect([redirected.status, redirected.headers.get("location")]).toEqual([301, `${folder}${hash}${query}`]);
    }
  },
);

test.each([
  "/",
  "/nothing/here",
  "/v",
  "//evil.example/v/abcdef/x",
  "//evil.example/",
  "/v/%E0%A4%A",
  "/%",
  `/v/${"a".repeat(600)}`,
])("a person at %s gets a page, a program that asks for JSON a refusal", async (path) => {
  for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*"]) {
    const page = await fetch(edge.url + path, { headers: { accept }, redirect: "manual" });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("the address may be wrong");
  }
  const refused = await fetch(edge.url + path, { headers: { accept: "application/json" } });
  expect(refused.headers.get("content-type")).toContain("application/json");
  expect(await refused.json()).toMatchObject({ code: "not_found" });
});
