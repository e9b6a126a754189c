import { updateRows } from "@kinora/db/testing-rows.ts";
import type { RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { afterAll, expect, test } from "vitest";
import { signPlaybackToken } from "../platform/access/playback-token.ts";
import { aMember } from "../platform/testing.ts";
import { sharedProject, addPlaylist, addCaptions, addPlayer } from "../testing/fixtures.ts";
import { addProfile, assignProfile } from "../testing/restrictions.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "./testing.ts";

const { services, project } = await sharedProject({ KINORA_EDGE_URL: "https://play.example.com" });
const edge = await anEdge(services);
afterAll(() => edge.app.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(edge.url + path, { headers });

const aPlaylist = async (videos: readonly TestVideo[], values?: Parameters<typeof addPlaylist>[2]): Promise<string> =>
  (await addPlaylist(services, project, values, videos)).hash;

/** The data that the server wrote for the playlist's player, parsed as in a browser. */
function pageOf(html: string) {
  const data = /data-playlist="([^"]*)"/.exec(html)?.[1] ?? "";
  return JSON.parse(data.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&")) as {
    entries: { hash: string; title: string }[];
    videos: string;
  };
}

test("an embedded playlist has its videos in order, without those that viewers may not have", async () => {
  const [one, hidden, gone, two] = [
    await aVideo(services, project, { title: "One" }),
    await aVideo(services, project, { published: false, title: "Hidden" }),
    await aVideo(services, project, { title: "Gone" }),
    await aVideo(services, project, { title: "Two" }),
  ];
  await updateRows(services, "videos", { id: gone.id }, { deleted_at: new Date() });
  const hash = await aPlaylist([two, hidden, gone, one]);
  const response = await get(`/embed/${hash}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).not.toContain("frame-ancestors");
  const html = await response.text();
  expect(html).not.toContain("Hidden");
  const page = pageOf(html);
  expect(page.entries.map(({ title }) => title)).toEqual(["Two", "One"]);
  const video = await get(`${page.videos}${one.hash}.json`);
  expect(await video.json()).toMatchObject({ title: "One", master: `/hls/${one.hash}/master.m3u8` });
  for (const each of [hidden, gone]) expect((await get(`${page.videos}${each.hash}.json`)).status).toBe(404);
});

test("the player that an embed of a playlist names counts it among what it plays", async () => {
  const hash = await aPlaylist([await aVideo(services, project)]);
  const { id, hash: player } = await addPlayer(services, project, { title: "Named" });
  await get(`/embed/${hash}?player=${player}`, { referer: services.config.urls.console });
  await get(`/embed/${hash}?player=${player}`, { referer: "https://blog.example.org/post" });
  const domains = services.db.selectFrom("player_domains").select("host").where("player_id", "=", id);
  await expect.poll(() => domains.execute()).toEqual([{ host: "blog.example.org" }]);
  const items = services.db.selectFrom("player_items").select(["item_hash", "item_kind"]).where("player_id", "=", id);
  expect(await items.execute()).toEqual([{ item_hash: hash, item_kind: "playlist" }]);
});

/** A video with a picture and a restriction profile of its own. */
async function aRestrictedVideo(title: string, rules: Partial<RestrictionPolicy>): Promise<TestVideo> {
  const video = await aVideo(services, project, { title });
  const images = JSON.stringify({ "720p": `assets/${video.id}/v1/posters/720p.jpg` });
  await updateRows(services, "videos", { id: video.id }, { images });
  await assignProfile(services, project, await addProfile(services, project, rules), { video_id: video.id });
  return video;
}

test("videos that need a token, a password or another page are in no list that lacks it", async () => {
  const videos = [
    await aRestrictedVideo("Signed", { signed: true }),
    await aRestrictedVideo("Behind a password", { password: true }),
    await aRestrictedVideo("For example.com", {
      referrers: { mode: "only", entries: ["example.com"], empty: false },
    }),
    await aRestrictedVideo("For everyone", {}),
  ];
  const hash = await aPlaylist(videos, { feed: true });
  const framed = (path: string) => get(path, { referer: "https://example.com/evening" });
  const titles = async (response: Promise<Response>) =>
    pageOf(await (await response).text()).entries.map(({ title }) => title);
  expect(await titles(get(`/embed/${hash}`))).toEqual(["For everyone"]);
  expect(await titles(framed(`/embed/${hash}`))).toEqual(["For example.com", "For everyone"]);
  for (const path of [`/v/${hash}`, `/feed/${hash}.xml`]) {
    const response = await get(path);
    expect(response.status).toBe(200);
    // What depends on the request is not for caches that many people share.
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const text = await response.text();
    for (const { hash: hidden } of videos.slice(0, 3)) expect(text).not.toContain(hidden);
    for (const title of ["Signed", "Behind a password", "For example.com"]) expect(text).not.toContain(title);
  }
  expect(await (await get(`/v/${hash}`)).text()).toContain("1 video<");
  expect(await (await framed(`/feed/${hash}.xml`)).text()).toContain("<title>For example.com</title>");
  const open = await aPlaylist(videos.slice(3), { feed: true });
  expect((await get(`/feed/${open}.xml`)).headers.get("cache-control")).toBe("public, max-age=60");
});

test("a sound in a feed is what podcast programs fetch: its file, its length in seconds and its cover", async () => {
  const video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  await aRendition(services, project, video, { label: "audio", kind: "audio" });
  await updateRows(
    services,
    "renditions",
    { video_id: video.id, label: "audio" },
    { size_bytes: 100, download_bytes: 96 },
  );
  await updateRows(
    services,
    "videos",
    { id: video.id },
    { sound_only: true, duration_seconds: 61.4, images: JSON.stringify({ "720p": `assets/${video.id}/a.jpg` }) },
  );
  const xml = await (await get(`/feed/${await aPlaylist([video], { feed: true })}.xml`)).text();
  const folder = `${services.config.urls.edge}/hls/${video.hash}/`;
  expect(xml).toContain(`<enclosure url="${folder}v1/mp4/audio.m4a" length="96" type="audio/mp4"/>`);
  expect(xml).toContain("<itunes:duration>61</itunes:duration>");
  expect(xml).toContain(`<itunes:image href="${folder}a.jpg"/>`);
  expect(xml).not.toContain("720p.mp4");
});

test("a feed says to directories of podcasts what was set: category, language, for adults or not, and the owner", async () => {
  const set = {
    category: "Documentary",
    language: "pt-BR",
    explicit: true,
    author: "R & D",
    email: "talks@example.com",
  };
  const xml = await (
    await get(`/feed/${await aPlaylist([], { feed: true, podcast: JSON.stringify(set) })}.xml`)
  ).text();
  for (const part of [
    "<language>pt-BR</language>",
    '<itunes:category text="Society &amp; Culture"><itunes:category text="Documentary"/></itunes:category>',
    "<itunes:explicit>true</itunes:explicit>",
    "<itunes:author>R &amp; D</itunes:author>",
    "<itunes:owner><itunes:name>R &amp; D</itunes:name><itunes:email>talks@example.com</itunes:email></itunes:owner>",
  ])
    expect(xml).toContain(part);

  const unset = await (await get(`/feed/${await aPlaylist([], { feed: true })}.xml`)).text();
  expect(unset).toContain("<itunes:explicit>false</itunes:explicit>");
  expect(unset).not.toMatch(/<language|itunes:(category|author|owner)/);
});

test("downloads in a feed have the size and bitrate of picture and sound, and the largest is what podcast programs fetch", async () => {
  const video = await aVideo(services, project);
  for (const label of ["360p", "720p"]) await aRendition(services, project, video, { label });
  await aRendition(services, project, video, { label: "audio", kind: "audio" });
  const set = (label: string, sizes: { size_bytes: number; download_bytes?: number }) =>
    updateRows(services, "renditions", { video_id: video.id, label }, sizes);
  await set("audio", { size_bytes: 100 });
  await set("360p", { size_bytes: 1_000 });
  await set("720p", { size_bytes: 5_000, download_bytes: 5_123 });
  const xml = await (await get(`/feed/${await aPlaylist([video], { feed: true })}.xml`)).text();
  expect(xml).toMatch(/360p\.mp4" type="video\/mp4" medium="video" fileSize="1100" bitrate="488"/);
  expect(xml).toMatch(/720p\.mp4" type="video\/mp4" medium="video" fileSize="5123" bitrate="848"/);
  expect(xml.match(/<enclosure [^>]*>/g)).toEqual([
    expect.stringMatching(/url="[^"]*v1\/mp4\/720p\.mp4" length="5123" type="video\/mp4"\/>$/),
  ]);
});

test("names of users are escaped on every page of a playlist", async () => {
  const nasty = `</title><script>alert(1)</script>" onload='x' &`;
  const video = await aVideo(services, project, { title: nasty });
  const hash = await aPlaylist([video], { name: nasty, description: nasty, feed: true });
  for (const path of [`/embed/${hash}`, `/v/${hash}`]) {
    const html = await (await get(path)).text();
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("</title><");
    expect(html).not.toMatch(/[^&]" onload=/);
  }
  const oembed = (await (await get(`/oembed?url=https://play.example.com/v/${hash}`)).json()) as { html: string };
  expect(oembed).toMatchObject({ type: "rich", title: nasty, width: 960, height: 360 });
  expect(oembed.html).not.toContain("<script>");
  expect(await (await get(`/feed/${hash}.xml`)).text()).toContain(
    "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&apos;x&apos; &amp;</title>",
  );
});

test("a playlist is described to other sites with its videos and the picture of the first one", async () => {
  const first = await aRestrictedVideo("Low tide", {});
  const second = await aVideo(services, project, { title: "High tide" });
  const hash = await aPlaylist([first, second], { name: "Tides", description: "A day at the coast." });
  const html = await (await get(`/v/${hash}`)).text();
  const edgeUrl = "https://play.example.com";
  const picture = `${edgeUrl}/hls/${first.hash}/v1/posters/720p.jpg`;
  const address = encodeURIComponent(`${edgeUrl}/v/${hash}`);
  for (const tag of [
    `<meta property="og:title" content="Tides">`,
    `<meta property="og:description" content="A day at the coast.">`,
    `<meta property="og:image" content="${picture}">`,
    `<meta property="og:image:width" content="1280">`,
    `<meta property="og:image:height" content="720">`,
    `<meta name="twitter:card" content="player">`,
    `<meta name="twitter:player" content="${edgeUrl}/embed/${hash}">`,
    `<meta name="twitter:player:width" content="960">`,
    `<link rel="alternate" type="application/json+oembed" href="${edgeUrl}/oembed?format=json&amp;url=${address}"`,
  ])
    expect(html).toContain(tag);
  const data: unknown = JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(html)?.[1] ?? "null");
  expect(data).toMatchObject({
    "@type": "ItemList",
    name: "Tides",
    numberOfItems: 2,
    itemListElement: [
      { position: 1, item: { "@type": "VideoObject", name: "Low tide", thumbnailUrl: [picture], duration: "PT8S" } },
      { position: 2, item: { name: "High tide", embedUrl: `${edgeUrl}/embed/${second.hash}` } },
    ],
  });
  const ask = async (query: string) => (await get(`/oembed?url=${address}${query}`)).json();
  expect(await ask("")).toMatchObject({ width: 960, height: 360, thumbnail_url: picture, thumbnail_width: 1280 });
  const small = await ask("&maxwidth=480&maxheight=300");
  expect(small).toMatchObject({ type: "rich", width: 480, height: 300 });
  expect(small).not.toHaveProperty("thumbnail_url");
});

test("oEmbed of a playlist shows no picture of a video that the request may not have", async () => {
  const video = await aRestrictedVideo("Signed twice", { signed: true });
  const hash = await aPlaylist([video]);
  const response = await get(`/oembed?url=${encodeURIComponent(`https://play.example.com/v/${hash}`)}`);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(await response.text()).not.toContain(video.hash);
});

test("an unpublished playlist is there for its members' passes only", async () => {
  const hash = await aPlaylist([await aVideo(services, project)], { published: false, feed: true });
  const pass = (holder: { userId: number }) =>
    signPlaybackToken(
      services.secrets.playbackKey,
      hash,
      { kind: "user", id: holder.userId },
      new Date(Date.now() + 3_600_000),
    );
  const member = await aMember(services, project, ["player_view"]);
  const uploader = await aMember(services, project, ["video_add"]);
  expect((await get(`/embed/${hash}`)).status).toBe(404);
  expect((await get(`/v/${hash}`)).status).toBe(404);
  expect((await get(`/feed/${hash}.xml`)).status).toBe(404);
  expect((await get(`/embed/${hash}?token=${pass(member)}`)).status).toBe(200);
  expect((await get(`/embed/${hash}?token=${pass(uploader)}`)).status).toBe(404);
});

test("a feed is off until it is switched on", async () => {
  const hash = await aPlaylist([await aVideo(services, project)]);
  expect((await get(`/feed/${hash}.xml`)).status).toBe(404);
  expect((await get("/feed/nothing.xml")).status).toBe(404);
});

test("a feed is Media RSS with files, pictures, durations and captions", async () => {
  const video = await aVideo(services, project, { title: "A & B", description: "Two letters\u0001" });
  await aRendition(services, project, video, { label: "720p" });
  const images = JSON.stringify({ "720p": `assets/${video.id}/v1/posters/720p.jpg` });
  await updateRows(services, "videos", { id: video.id }, { images });
  const captions = await addCaptions(services, project, video.id);
  const hash = await aPlaylist([video], { feed: true });
  const response = await get(`/feed/${hash}.xml`);
  expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const xml = await response.text();
  const folder = `https://play.example.com/hls/${video.hash}/`;
  for (const part of [
    '<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"',
    "<title>Evening</title>",
    `<link>https://play.example.com/v/${hash}</link>`,
    "<title>A &amp; B</title>",
    "<description>Two letters</description>",
    `<guid isPermaLink="true">https://play.example.com/v/${video.hash}</guid>`,
    `<media:content url="${folder}master.m3u8" type="application/vnd.apple.mpegurl" medium="video" isDefault="true" duration="8"/>`,
    `<media:content url="${folder}v1/mp4/720p.mp4" type="video/mp4" medium="video" bitrate="720" width="1280" height="720" duration="8"/>`,
    `<media:thumbnail url="${folder}v1/posters/720p.jpg"/>`,
    `<media:subTitle type="text/vtt" lang="de" href="${folder}captions/${captions.id}-1.vtt"/>`,
  ])
    expect(xml).toContain(part);
});
