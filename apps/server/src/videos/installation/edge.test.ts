import { updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, expect, test, vi } from "vitest";
import { memberLinks, originalLink } from "../../platform/access/playback-links.ts";
import { as } from "../../platform/testing.ts";
import { anEdge, aRendition, aVideo } from "../../playback/testing.ts";
import { sharedProject, asSuperuser } from "../../testing/fixtures.ts";
import { seeEmbedPage } from "./embed-page.ts";
import { reinstateVideo, takeDownVideo } from "./takedowns.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
afterAll(() => edge.app.close());

const MESSAGE = "Removed after a <complaint>.";
const get = (address: string) => fetch(new URL(new URL(address, edge.url).pathname, edge.url));
const statusOf = async (address: string) => (await get(address)).status;

async function aPlayingVideo() {
  const video = await aVideo(services, project);
  const folder = `assets/${video.id}`;
  await aRendition(services, project, video, { label: "360p" });
  await updateRows(
    services,
    "videos",
    { id: video.id },
    {
      source_key: `${folder}/source/a.mp4`,
      images: JSON.stringify({ "720p": `${folder}/v1/posters/720p.jpg` }),
    },
  );
  for (const name of [
    "v1/360p/index.m3u8",
    "v1/360p/00000.m4s",
    "v1/mp4/360p.mp4",
    "v1/posters/720p.jpg",
    "source/a.mp4",
  ])
    await services.storage.put(`${folder}/${name}`, Buffer.from(name));
  return video;
}

test("the edge refuses every address of a video that was taken down, of members too, until it is reinstated", async () => {
  const root = await asSuperuser(services);
  const { id, hash } = await aPlayingVideo();
  const member = memberLinks(as(services, project.owner), hash);
  const media = ["master.m3u8", "v1/360p/index.m3u8", "v1/360p/00000.m4s", "v1/mp4/360p.mp4", "v1/posters/720p.jpg"];
  const addresses = [
    ...media.map((file) => `/hls/${hash}/${file}`),
    ...media.map((file) => member.file(file)),
    originalLink(as(services, project.owner), hash).url,
    `/embed/${hash}`,
    `/embed/${hash}/status.json`,
    `/v/${hash}`,
  ];
  const statuses = () => Promise.all(addresses.map(statusOf));
  const open = addresses.map(() => 200);
  expect(await statuses()).toEqual(open);

  await takeDownVideo(root, id, { reason: "Notice 12", message: MESSAGE });
  await vi.waitFor(async () => expect(await statuses()).toEqual(addresses.map(() => 451)));
  expect((await fetch(`${edge.url}/thumb/${hash}.jpg?time=1`)).status).toBe(451);
  const oembed = await fetch(`${edge.url}/oembed?url=${encodeURIComponent(`${services.config.urls.edge}/v/${hash}`)}`);
  expect([oembed.status, await oembed.json()]).toEqual([451, expect.objectContaining({ message: MESSAGE })]);

  await reinstateVideo(root, id, "Withdrawn");
  await vi.waitFor(async () => expect(await statuses()).toEqual(open));
});

test("viewers read the operator's message, and neither the reason nor anything of the video", async () => {
  const { id, hash } = await aPlayingVideo();
  await takeDownVideo(await asSuperuser(services), id, { reason: "Notice 13", message: MESSAGE });
  const status = await get(`/embed/${hash}/status.json`);
  expect(status.headers.get("cache-control")).toBe("no-store");
  expect(await status.json()).toMatchObject({ availability: "taken_down", settled: true, message: MESSAGE });
  for (const page of [`/embed/${hash}`, `/v/${hash}`]) {
    const text = await (await get(page)).text();
    expect(text).toContain("This video was taken down");
    expect(text).toContain("Removed after a &lt;complaint&gt;.");
    expect(text).not.toContain("A film");
    expect(text).not.toContain("Notice 13");
  }
  expect(await (await get(`/hls/${hash}/master.m3u8`)).json()).toEqual({ message: MESSAGE });
});

test("an unpublished video stays unknown to viewers when it is taken down", async () => {
  const { id, hash } = await aVideo(services, project, { published: false });
  await takeDownVideo(await asSuperuser(services), id, { reason: "Notice 14", message: MESSAGE });
  expect(await statusOf(`/embed/${hash}`)).toBe(404);
  expect(await statusOf(`/hls/${hash}/master.m3u8`)).toBe(404);
});

test("the operator sees the headers of an embed page, and that is no load", async () => {
  const { id, hash } = await aPlayingVideo();
  const root = await asSuperuser(services);
  // The edge is asked where this machine reaches it, which need not be where people do.
  const internalUrls = { ...root.config.internalUrls, edge: edge.url };
  const context = { ...root, config: { ...root.config, internalUrls } };
  const { url, seen } = await seeEmbedPage(context, id, { player: null, page: "https://example.com/watch" });
  expect(url).toBe(`${root.config.urls.edge}/embed/${hash}`);
  expect(seen?.status).toBe(200);
  expect(seen?.headers).toContainEqual({
    name: "content-security-policy",
    value: expect.stringContaining("script-src 'self'"),
  });
  await takeDownVideo(root, id, { reason: "Notice 16", message: MESSAGE });
  await vi.waitFor(async () =>
    expect((await seeEmbedPage(context, id, { player: null, page: null })).seen?.status).toBe(451),
  );
  await edge.app.close();
  expect((await seeEmbedPage(context, id, { player: null, page: null })).seen).toBeNull();
  // The edge wrote what it had counted when it closed.
  expect(await services.db.selectFrom("recent_loads").select("page").where("page", "is not", null).execute()).toEqual(
    [],
  );
});
