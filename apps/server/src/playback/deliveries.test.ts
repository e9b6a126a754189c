import { selectOrdered, selectRows } from "@kinora/db/testing-rows.ts";
import { beforeEach, expect, test } from "vitest";
import { aProject, testServices } from "../platform/testing.ts";
import { projectOfEachTest, addPlayer } from "../testing/fixtures.ts";
import { addProfile, onlyOn } from "../testing/restrictions.ts";
import { liveDelivery, videoDelivery } from "./delivered-kind.ts";
import { parseMediaPath } from "./paths.ts";
import { anEdge, aRendition, aVideo, type TestEdge, type TestVideo } from "./testing.ts";

const SEGMENT = Buffer.alloc(40_000, 7);

let edge: TestEdge;
let video: TestVideo;

const { services, project } = await projectOfEachTest();
beforeEach(async () => {
  video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  for (const name of ["v1/720p/00000.m4s", "v1/posters/720p.jpg"])
    await services.storage.put(`assets/${video.id}/${name}`, SEGMENT);
  edge = await anEdge(services);
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${edge.url}${path}`, { headers });
  await answer.arrayBuffer();
  return answer;
};

/** Once the edge is closed. */
const sums = () => selectOrdered(services, "delivery_hours", "kind", { project_id: project.projectId });

test("bytes are counted by what they are of, whole and in part, and refusals are not", async () => {
  const folder = `/hls/${video.hash}`;
  for (let times = 0; times < 4; times += 1) await get(`${folder}/v1/720p/00000.m4s`);
  await get(`${folder}/v1/720p/00000.m4s`, { range: "bytes=0-9999" });
  await get(`${folder}/v1/posters/720p.jpg`);
  await get(`${folder}/master.m3u8`);
  expect((await get(`${folder}/v1/480p/00000.m4s`)).status).toBe(404);
  await edge.app.close();
  const item = { item_kind: "video", item_id: video.id, player_id: 0, host: "", country: "", cached: 0 };
  const found = await sums();
  expect(found).toMatchObject([
    { ...item, kind: "other", height: 0, requests: 1 },
    { ...item, kind: "poster", height: 0, requests: 1 },
    { ...item, kind: "segment", height: 720, requests: 5 },
  ]);
  const [, poster, segment] = found.map(({ bytes }) => bytes);
  const [body, most] = [170_000, 1_000];
  expect(segment).toBeGreaterThan(body);
  expect(segment).toBeLessThan(body + 5 * most);
  expect(poster).toBeGreaterThan(SEGMENT.length);
  expect(poster).toBeLessThan(SEGMENT.length + most);
});

test("what a trusted cache requests whose log is imported is left to its log", async () => {
  const logged = { "kinora-delivery-log": "nginx" };
  const path = `/hls/${video.hash}/v1/720p/00000.m4s`;
  expect((await get(path, logged)).headers.get("kinora-counted-by")).toBe("log");
  expect((await get(path)).headers.get("kinora-counted-by")).toBeNull();
  await edge.app.close();
  expect(await sums()).toMatchObject([{ kind: "segment", requests: 1 }]);
});

test("a viewer who claims to be such a cache is counted", async () => {
  const distrusting = await testServices({ KINORA_TRUSTED_PROXIES: "none" });
  const owned = await aProject(distrusting);
  const film = await aVideo(distrusting, owned);
  await aRendition(distrusting, owned, film, { label: "720p" });
  await distrusting.storage.put(`assets/${film.id}/v1/720p/00000.m4s`, SEGMENT);
  const other = await anEdge(distrusting);
  const headers = { "kinora-delivery-log": "nginx" };
  const answer = await fetch(`${other.url}/hls/${film.hash}/v1/720p/00000.m4s`, { headers });
  await answer.arrayBuffer();
  await other.app.close();
  const counted = await selectRows(distrusting, "delivery_hours", {}, "requests");
  await distrusting.stop();
  expect(counted).toEqual([{ requests: 1 }]);
});

test("a viewer's pass says on which page it was delivered", async () => {
  await addProfile(services, project, onlyOn("shop.example.com"), { is_default: true });
  await get(`/hls/${video.hash}/v1/720p/00000.m4s`, { referer: "https://thief.test/" });
  await get(`/hls/${video.hash}/v1/720p/00000.m4s`, { referer: "https://shop.example.com/sale" });
  await edge.app.close();
  expect(await sums()).toMatchObject([{ kind: "segment", host: "shop.example.com", requests: 1 }]);
});

test("requests of an embed name the page around it and its player, and others the page that plays", async () => {
  const player = await addPlayer(services, project, { title: "Shop" });
  const embed = `${services.config.urls.edge}/embed/${video.hash}`;
  const referers = [
    `${embed}?page=Shop.Example.com&via=${player.hash}`,
    `${embed}?page=shop.example.com&via=${player.hash}`,
    `${embed}?page=shop.example.com&via=unknown1`,
    `${embed}?page=${encodeURIComponent("<script>")}`,
    "https://blog.example.org:8443/post?secret=1",
    "no address",
  ];
  for (const referer of referers) await get(`/hls/${video.hash}/v1/720p/00000.m4s`, { referer });
  await edge.app.close();
  const found = (await sums()).map(({ host, player_id, requests }) => `${host} ${player_id} ${requests}`);
  expect(found.toSorted((one, other) => one.localeCompare(other))).toEqual([
    " 0 2",
    "blog.example.org:8443 0 1",
    "shop.example.com 0 1",
    `shop.example.com ${player.id} 2`,
  ]);
});

test("every kind of file", () => {
  const kinds = ["v1/720p/init.mp4", "v2/source/00000.m4s", "v1/audio/00000.m4s", "v1/mp4/360p.mp4", "original"];
  const found = kinds.map((rest) => {
    const path = parseMediaPath(`/hls/abcd/${rest}`);
    return path && Object.values(videoDelivery(path.target)).join(" ");
  });
  expect(found).toEqual(["segment 720", "segment 0", "segment 0", "download 360", "download 0"]);
  const live = ["720p/12.m4s", "720p/12.3.m4s", "source/init-1.mp4", "720p/index.m3u8", "picture.jpg", "master.m3u8"];
  expect(live.map((file) => Object.values(liveDelivery(file)).join(" "))).toEqual([
    ...["segment 720", "part 720", "segment 0", "other 0", "poster 0", "other 0"],
  ]);
  const views = ["video/720p/12.m4s", "video/720p/12.3.m4s", "audio/720p/12.3.m4s", "key-frames/360p/12.m4s"];
  expect(views.map((file) => Object.values(liveDelivery(file)).join(" "))).toEqual([
    ...["segment 720", "part 720", "part 0", "segment 360"],
  ]);
});
