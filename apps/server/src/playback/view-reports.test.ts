import { createHmac, randomUUID } from "node:crypto";
import { insertRow, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_PROVIDERS } from "@kinora/domain/analytics/providers.ts";
import { NO_SUMS } from "@kinora/domain/analytics/view-sums.ts";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { memberLinks } from "../platform/access/playback-links.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { sharedServices, ownedBy, addPlaylist } from "../testing/fixtures.ts";
import { addProfile, onlyOn } from "../testing/restrictions.ts";
import { anEdge, aVideo, type TestEdge, type TestVideo } from "./testing.ts";
import { numberedView, signStamp, type StampedItem } from "./view-stamp.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let project: TestProject;
let edge: TestEdge;
let video: TestVideo;

// All reports arrive at one time: how many views a page can have made does not depend on how long it takes to send them.
const startedAt = new Date();
const services = { ...(await sharedServices()), clock: { now: () => startedAt } };
beforeEach(async () => {
  project = await aProject(services);
  video = await aVideo(services, project);
  edge = await anEdge(services);
});

/** A page of the video that was made this many seconds ago. */
const stamp = (secondsAgo = 60, item: StampedItem = video) =>
  signStamp(services.secrets.playbackKey, item, new Date(services.clock.now().getTime() - secondsAgo * 1_000));

const aReport = (change: Partial<PlayerReport> = {}): PlayerReport => ({
  ...{ number: 0, report: 1, stamp: stamp(), age_ms: 30_000, player: null, limited: false },
  page: "https://blog.example.org/post",
  ...NO_SUMS,
  ...change,
});

const send = (report: object, { query = "", hash = video.hash, agent = CHROME, to = edge } = {}) =>
  fetch(`${to.url}/embed/${hash}/view${query}`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8", "user-agent": agent },
    body: JSON.stringify(report),
  });

/** By item: what else sums tell apart is in the rows of views. */
const hours = () =>
  services.db
    .selectFrom("view_sums")
    .selectAll()
    .where("project_id", "=", project.projectId)
    .where("step", "=", "hour")
    .where("dimension", "=", "item")
    .orderBy("audience")
    .orderBy("watched_ms")
    .execute();

const stored = () => selectRows(services, "views", { project_id: project.projectId });

test("an edge that closes has written each view and the sums of its hour", async () => {
  const first = aReport({ played: true, first_frame_ms: 420, watched_ms: 3_000, heights: { 720: 3_000 } });
  const answer = await send(first);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  await edge.app.close();
  edge = await anEdge(services);
  const parts = Array.from({ length: 100 }, (_, at) => (at < 50 ? 1 : 0));
  await send({ ...first, report: 2, watched_ms: 8_000, waited_ms: 500, waits: 1, furthest: 0.5, parts, ads: 1 });
  await send({ ...first, report: 2, watched_ms: 8_000, waited_ms: 500, waits: 1, furthest: 0.5, parts, ads: 1 });
  await send(first);
  await edge.app.close();
  const place = { host: "blog.example.org", country: null, device: "desktop", browser: "Chrome", audience: "viewer" };
  const sums = { loads: 1, plays: 1, views: 1, ends: 0, watched_ms: 8_000, waited_ms: 500, waits: 1, ads: 1 };
  expect(await hours()).toMatchObject([
    { ...sums, errors: 0, furthest: 50, watched_parts: 50, value: String(video.id), audience: "viewer" },
  ]);
  const [view] = await stored();
  expect(view).toMatchObject(place);
  const id = numberedView({ random: first.stamp.split(".")[2] ?? "" }, 0);
  expect(view).toMatchObject({ id, path: "/post", report: 2, played: true, first_frame_ms: 420 });
  expect(view?.visitor).toHaveLength(16);
  const counted = await selectRow(services, "video_parts", { video_id: video.id }, "parts");
  expect(counted.parts).toEqual(parts);
});

test("reports of one view that reach two edges count once, in any order", async () => {
  const other = await anEdge(services);
  const begun = aReport({ played: true, first_frame_ms: 300 });
  await Promise.all([
    send({ ...begun, report: 3, watched_ms: 12_000, error: "unreachable" }),
    send({ ...begun, report: 2, watched_ms: 6_000 }, { to: other }),
  ]);
  await Promise.all([edge.app.close(), other.app.close()]);
  expect(await hours()).toMatchObject([{ loads: 1, plays: 1, views: 1, watched_ms: 12_000, errors: 1 }]);
  const codes = services.db.selectFrom("view_codes").select(["code", "views"]);
  expect(await codes.where("project_id", "=", project.projectId).execute()).toEqual([
    { code: "unreachable", views: 1 },
  ]);
});

test("nobody watches longer than the page is open, and only pages of this installation report", async () => {
  await send(aReport({ played: true, watched_ms: 3_600_000, stamp: stamp(20) }));
  await send(aReport({ played: true, watched_ms: 5_000, stamp: `${stamp().slice(0, -1)}.` }));
  await send(aReport({ played: true, watched_ms: 5_000 }), { hash: "unknown-video" });
  await edge.app.close();
  const found = await hours();
  expect(found).toMatchObject([{ loads: 1 }]);
  expect(found[0]?.watched_ms).toBeGreaterThanOrEqual(30_000);
  expect(found[0]?.watched_ms).toBeLessThan(40_000);
});

/** Which audience each view of the project is counted for. */
const audiences = async () => (await stored()).map(({ audience }) => audience).toSorted();

test("a page makes one view and one more each five seconds, 30 at most: what is above counts as automatic", async () => {
  for (const [age, most] of [
    [4, 1],
    [12, 3],
    [3_600, 30],
  ] as const) {
    video = await aVideo(services, project);
    const page = stamp(age);
    const views = Array.from({ length: most + 3 }, (_, number) => aReport({ stamp: page, number }));
    for (const report of views) await send(report);
    // Views that are known go on.
    await send({ ...views[0], report: 2, played: true, watched_ms: 1_000 });
  }
  await edge.app.close();
  expect((await audiences()).filter((each) => each === "viewer")).toHaveLength(1 + 3 + 30);
  expect((await audiences()).filter((each) => each === "bot")).toHaveLength(9);
});

test("several edges, and one that starts again, allow a page no more views than one does, and each view once", async () => {
  const page = stamp(12);
  const sendAll = async (to: TestEdge) => {
    for (let number = 0; number < 6; number += 1) await send(aReport({ stamp: page, number }), { to });
    // Its players number their views.
    await send({ ...aReport({ stamp: page }), number: undefined, view: randomUUID() }, { to });
  };
  const other = await anEdge(services);
  await sendAll(edge);
  await sendAll(other);
  await Promise.all([edge.app.close(), other.app.close()]);
  edge = await anEdge(services);
  await sendAll(edge);
  await edge.app.close();
  expect(await audiences()).toEqual(["bot", "bot", "bot", "viewer", "viewer", "viewer"]);
});

test("a view of a playlist's page stays one of the video it began with", async () => {
  const other = await aVideo(services, project);
  const hash = await aPlaylist(video, other);
  const page = stamp(60, { playlist: hash });
  await send(aReport({ stamp: page, played: true, watched_ms: 1_000 }));
  await edge.app.close();
  edge = await anEdge(services);
  await send(aReport({ stamp: page, report: 2, played: true, watched_ms: 2_000 }), { hash: other.hash });
  await edge.app.close();
  expect((await hours()).map(({ value, watched_ms: ms }) => [value, ms])).toEqual([[String(video.id), 1_000]]);
});

test("pages of earlier releases, whose players do not number their views, go on counting", async () => {
  const parts = [String(Math.floor(services.clock.now().getTime() / 1_000) - 12), "AAAAAAAAAAA", ""];
  const signature = createHmac("sha256", services.secrets.playbackKey)
    .update(["view stamp", ...parts, video.hash].join("\0"))
    .digest("base64url");
  const page = [...parts, signature.slice(0, 22)].join(".");
  for (let view = 0; view < 4; view += 1)
    await send({ ...aReport({ stamp: page }), number: undefined, view: randomUUID() });
  await edge.app.close();
  expect(await audiences()).toEqual(["bot", "viewer", "viewer", "viewer"]);
});

test("no view begins on a page of yesterday, and one that began there continues", async () => {
  const yesterday = stamp(25 * 3_600);
  await send(aReport({ stamp: yesterday, age_ms: 30_000 }));
  await edge.app.close();
  expect(await audiences()).toEqual(["bot"]);
  edge = await anEdge(services);
  await send(aReport({ stamp: yesterday, number: 1, report: 9, age_ms: 25 * 3_600_000 }));
  await edge.app.close();
  expect(await audiences()).toEqual(["bot", "viewer"]);
});

/** A published playlist of the project with these videos. */
async function aPlaylist(...videos: TestVideo[]): Promise<string> {
  return (await addPlaylist(services, project, { published: true }, videos)).hash;
}

test("a page's views are of what it shows: its video, or a video that its playlist lists", async () => {
  const other = await aVideo(services, project);
  await send(aReport({ stamp: stamp(60, other) }));
  const hash = await aPlaylist(video);
  // One of the same project that lists another video, and none at all.
  await send(aReport({ stamp: stamp(60, { playlist: await aPlaylist(other) }) }));
  await send(aReport({ stamp: stamp(60, { playlist: "nothere" }) }));
  const ofPlaylist = stamp(3_600, { playlist: hash });
  for (let number = 0; number < 40; number += 1) await send(aReport({ stamp: ofPlaylist, number }));
  await edge.app.close();
  expect(await audiences()).toEqual(Array.from({ length: 40 }, () => "viewer"));
});

test("each page has a stamp of its own, which no cache keeps", async () => {
  const page = async () => {
    const answer = await fetch(`${edge.url}/embed/${video.hash}`);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    return /2\.[0-9]{10}\.[\w-]{11}\.\.[\w-]{22}/.exec(await answer.text())?.[0];
  };
  const [first, second] = [await page(), await page()];
  expect(first).toBeDefined();
  expect(second).not.toBe(first);
});

test("members, the console's previews and automatic clients are marked", async () => {
  const preview = memberLinks(as(services, project.owner), video.hash).preview();
  await send(aReport({ played: true, watched_ms: 1_000 }), { query: new URL(preview).search });
  await send(aReport({ page: services.config.urls.console }));
  await send(aReport({ played: true, watched_ms: 2_000 }), {
    agent: "Googlebot/2.1 (+http://www.google.com/bot.html)",
  });
  await send(aReport({ played: true, watched_ms: 3_000 }));
  await edge.app.close();
  expect((await hours()).map(({ audience, loads, watched_ms }) => [audience, loads, watched_ms])).toEqual([
    ["bot", 1, 2_000],
    ["team", 2, 1_000],
    ["viewer", 1, 3_000],
  ]);
});

test("who asks not to be tracked is in the sums, without visitor, country and page", async () => {
  await send(aReport({ played: true, watched_ms: 4_000, limited: true }));
  await edge.app.close();
  expect(await hours()).toMatchObject([{ loads: 1, watched_ms: 4_000 }]);
  expect(await stored()).toMatchObject([{ host: "blog.example.org" }]);
  expect(await stored()).toMatchObject([{ visitor: null, path: null, country: null }]);
});

test("a viewer who was refused by a restriction profile counts nowhere", async () => {
  await addProfile(services, project, onlyOn("shop.example.com"), { is_default: true });
  await send(aReport({ played: true, watched_ms: 4_000 }));
  await edge.app.close();
  expect(await hours()).toEqual([]);
});

test("what is no report is refused", async () => {
  const parts = [1, 2];
  const answers = [
    { ...aReport(), parts },
    { ...aReport(), view: "1" },
    { ...aReport(), number: -1 },
    { ...aReport(), watched_ms: -1 },
    {},
  ].map((body) => send(body));
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(422);
  await edge.app.close();
});

test("a network that floods an edge is refused", async () => {
  // Within a minute, however long they take.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const statuses = new Set<number>();
  for (let batch = 0; batch < 61; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send({})));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([422, 429]);
});

test("a jump to the end is the furthest moment and not what was watched; what is watched again counts once", async () => {
  const begun = aReport({ played: true, first_frame_ms: 420, watched_ms: 2_000, furthest: 0.09 });
  const parts = Array.from({ length: 100 }, (_, at) => (at < 10 ? 1 : 0));
  await send({ ...begun, parts });
  const again = parts.map((count, at) => (at === 99 ? 1 : 2 * count));
  await send({ ...begun, report: 2, watched_ms: 4_000, furthest: 1, ended: true, parts: again });
  await edge.app.close();
  expect(await hours()).toMatchObject([{ plays: 1, furthest: 100, watched_parts: 11 }]);
});

test("views from the project's own addresses are the team's", async () => {
  const settings = JSON.stringify({ ...NO_PROVIDERS, own_addresses: ["127.0.0.0/8", "::1"] });
  await insertRow(services, "project_analytics", { ...ownedBy(project), settings });
  await send(aReport({ played: true }));
  const other = await aProject(services);
  const elsewhere = await aVideo(services, other);
  await send(aReport({ played: true, stamp: stamp(60, elsewhere) }), { hash: elsewhere.hash });
  await edge.app.close();
  expect(await audiences()).toEqual(["team"]);
  const counted = services.db.selectFrom("views").select("audience").where("project_id", "=", other.projectId);
  expect(await counted.execute()).toEqual([{ audience: "viewer" }]);
});
