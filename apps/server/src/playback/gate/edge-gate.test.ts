import { readFile } from "node:fs/promises";
import { findRow, insertRow, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY, type RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import type { Reason } from "@kinora/domain/restrictions/reasons.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { memberLinks } from "../../platform/access/playback-links.ts";
import { SIGNING_SECRET } from "../../platform/access/viewer-token.ts";
import { seal } from "../../platform/secrets/sealed.ts";
import { aMember, as } from "../../platform/testing.ts";
import { sharedProject, ownedBy, addStream } from "../../testing/fixtures.ts";
import { setClockAhead } from "../../testing/monotonic-clock.ts";
import { addProfile, onlyOn } from "../../testing/restrictions.ts";
import { SERVED_PATHS } from "../paths.ts";
import { anEdge, aRendition, aVideo, type TestVideo } from "../testing.ts";
import { PlaybackRecords } from "./records.ts";

let profileId: number;
let video: TestVideo;

const ALLOWED = "https://example.com/watch?secret=1";
const ONLY_EXAMPLE: RestrictionPolicy = { ...OPEN_POLICY, ...onlyOn("example.com") };

/** One path of each shape that is served below a video's folder. */
const FILES = [
  "master.m3u8",
  "manifest.mpd",
  "chapters.vtt",
  "original",
  "progressive.mp4",
  "posters/7/720p.jpg",
  "captions/7-1.vtt",
  "captions/7-1/index.m3u8",
  "audio-tracks/7/index.m3u8",
  "audio-tracks/7/init.mp4",
  "audio-tracks/7/00000.m4s",
  "audio-tracks/7/low/index.m3u8",
  "audio-tracks/7/surround/00000.m4s",
  "encrypted/v1/720p/key",
  "encrypted/v1/720p/index.m3u8",
  "encrypted/v1/720p/init.mp4",
  "encrypted/v1/720p/00000.m4s",
  "encrypted/audio-tracks/7/index.m3u8",
  "encrypted/audio-tracks/7/low/00000.m4s",
  "encrypted/v1/audio-2-surround/00000.m4s",
  "v1/720p/index.m3u8",
  "v1/720p/init.mp4",
  "v1/720p/00000.m4s",
  "v1/720p/key-frames.m3u8",
  "v1/posters/720p.jpg",
  "v1/storyboard/storyboard.vtt",
  "v1/storyboard/sprite-0.jpg",
  "v1/mp4/720p.mp4",
  "v1/mp4/audio.m4a",
];

const { services, project } = await sharedProject({ KINORA_TRUSTED_PROXIES: "none" });
const [edge, second] = await Promise.all([anEdge(services), anEdge(services)]);

beforeAll(async () => {
  profileId = await addProfile(services, project, ONLY_EXAMPLE, { is_default: true });
  video = await aVideo(services, project, { title: "A secret film" });
  await aRendition(services, project, video, { label: "720p" });
  for (const name of FILES) await services.storage.put(`assets/${video.id}/${name}`, Buffer.from(name));
});

beforeEach(() => apply(ONLY_EXAMPLE));

afterAll(async () => {
  await edge.app.close();
  await second.app.close();
});

/** For so long an edge decides from memory. */
const FRESH_MS = 2_000;
/** Any change is in force within this time. */
const PROMISED = { timeout: 10_000 - FRESH_MS };

/** Changes the profile; what edges remember is as old as it may get. */
async function apply(policy: RestrictionPolicy): Promise<void> {
  await services.db
    .updateTable("restriction_profiles")
    .set({ policy: JSON.stringify(policy), updated_at: sql`clock_timestamp()` })
    .where("id", "=", profileId)
    .execute();
  setClockAhead(FRESH_MS);
}

const get = (path: string, headers: Record<string, string> = {}, { url } = edge) =>
  fetch(url + path, { headers, redirect: "manual" });
const status = async (...asked: Parameters<typeof get>) => (await get(...asked)).status;

/** The folder of a video's media as the player of an allowed page reads it. */
async function admittedFolder(hash = video.hash, query = "", at = edge): Promise<string> {
  let folder: string | undefined;
  await vi.waitFor(async () => {
    const html = await (await get(`/embed/${hash}${query}`, { referer: ALLOWED }, at)).text();
    folder = /&quot;master&quot;:&quot;([^&]*)master\.m3u8/.exec(html)?.[1];
    expect(folder).toContain("/~");
  });
  return folder ?? "";
}

test("every shape of path below a video's folder has a sample here", () => {
  for (const shape of SERVED_PATHS)
    expect(
      FILES.filter((path) => shape.test(path)),
      String(shape),
    ).not.toEqual([]);
  for (const path of FILES)
    expect(
      SERVED_PATHS.some((shape) => shape.test(path)),
      path,
    ).toBe(true);
});

test.each(FILES)("%s of a restricted video needs a decision", async (path) => {
  const refused = await get(`/hls/${video.hash}/${path}`);
  // The uploaded file is for members with a pass of their own.
  expect(refused.status).toBe(path === "original" ? 404 : 403);
  expect(await refused.text()).not.toContain(path);
  expect(await status(`/hls/~${"a".repeat(120)}/${video.hash}/${path}`)).toBe(path === "original" ? 404 : 403);
  const folder = await admittedFolder();
  // What is stored here is no media, of which no manifest can be written, and no playlist that a key could be put into.
  const allowed = /^manifest|^encrypted.*m3u8$/.test(path) ? [503] : [200, 404];
  expect(allowed).toContain(await status(folder + path, { referer: edge.url }));
  if (path !== "original") {
    // A request that is allowed on its own is sent to the same file behind a pass.
    const sent = await get(`/hls/${video.hash}/${path}`, { referer: ALLOWED });
    expect([sent.status, sent.headers.get("cache-control")]).toEqual([302, "private, no-store"]);
    expect(sent.headers.get("location")).toMatch(new RegExp(`^/hls/~[A-Za-z0-9_-]+/${video.hash}/${path}$`));
  }
});

// spec: 1.14
test("a refused page shows why and may be framed anywhere; an allowed one by the allowed pages only", async () => {
  const refused = await get(`/embed/${video.hash}`, { referer: "https://other.test/" });
  expect([refused.status, refused.headers.get("x-kinora-reason")]).toEqual([403, "referrer_not_allowed"]);
  expect(refused.headers.get("content-security-policy")).not.toContain("frame-ancestors");
  expect(refused.headers.get("cache-control")).toBe("private, no-store");
  expect(await refused.text()).toContain("This video can&#39;t be played on this page.");
  const allowed = await get(`/embed/${video.hash}`, { referer: ALLOWED });
  expect(allowed.headers.get("content-security-policy")).toContain("https://example.com:* http://example.com:*");
  expect(allowed.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
});

test("a changed profile is in force within ten seconds at two edges, also for who is watching", async () => {
  const folders = [await admittedFolder(video.hash, "", edge), await admittedFolder(video.hash, "", second)];
  const watch = () =>
    Promise.all([edge, second].map((at, index) => status(`${folders[index]}v1/720p/00000.m4s`, {}, at)));
  // A pass of one edge is one of the other.
  expect(await status(`${folders[0]}v1/720p/00000.m4s`, {}, second)).toBe(200);
  expect(await watch()).toEqual([200, 200]);
  await apply({ ...ONLY_EXAMPLE, referrers: { mode: "only", entries: ["example.org"], empty: false } });
  await vi.waitFor(async () => expect(await watch()).toEqual([403, 403]), PROMISED);
  await apply(ONLY_EXAMPLE);
  await vi.waitFor(async () => expect(await watch()).toEqual([200, 200]), PROMISED);
});

test("what an unknown peer writes into X-Forwarded-For changes nothing", async () => {
  await apply({ ...OPEN_POLICY, addresses: { mode: "only", ranges: ["203.0.113.0/24"] } });
  await vi.waitFor(async () => expect(await status(`/embed/${video.hash}`, { referer: ALLOWED })).toBe(403));
  expect(await status(`/embed/${video.hash}`, { referer: ALLOWED, "x-forwarded-for": "203.0.113.7" })).toBe(403);
});

test("a member's pass meets no restrictions", async () => {
  const member = await aMember(services, project, ["video_view"]);
  const links = memberLinks(as(services, member), video.hash);
  expect(await status(new URL(links.preview()).pathname + new URL(links.preview()).search)).toBe(200);
  expect(await status(new URL(links.file("v1/720p/00000.m4s")).pathname)).toBe(200);
});

test("a livestream's playlists, media and pictures need a decision", async () => {
  const { id, hash } = await addStream(services, project, { name: "A secret harbour" });
  for (const path of [
    "master.m3u8",
    "picture.jpg",
    "720p/index.m3u8",
    "720p/init-0.mp4",
    "720p/7.m4s",
    "720p/7.m4s?init=720p/init-0.mp4",
    "pictures/offline-1.jpg",
    "captions/index.m3u8",
    "captions/7.vtt",
  ])
    expect(await status(`/hls/${hash}/${path}`), path).toBe(403);
  expect(await status(`/embed/${hash}`)).toBe(403);
  expect(await status(`/embed/${hash}/status.json`)).toBe(403);
  const folder = await admittedFolder(hash);
  expect(await status(`${folder}master.m3u8`)).toBe(404);
  // On air, a segment with its initialization segment in front: behind the same pass, and in no shared cache.
  await services.storage.put(`live/${id}/720p/init-0.mp4`, Buffer.from("moov "));
  await services.storage.put(`live/${id}/720p/7.m4s`, Buffer.from("moof"));
  await updateRows(services, "streams", { id }, { ingest: "receiving" });
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  const segment = "720p/7.m4s?init=720p/init-0.mp4";
  await vi.waitFor(async () => expect(await status(folder + segment)).toBe(200));
  const admitted = await get(folder + segment);
  expect([await admitted.text(), admitted.headers.get("cache-control")]).toEqual([
    "moov moof",
    expect.stringMatching(/^private/),
  ]);
  expect(await status(`/hls/${hash}/${segment}`)).toBe(403);
  expect(await status(`/hls/~${"a".repeat(120)}/${hash}/${segment}`)).toBe(403);
  const sent = await get(`/hls/${hash}/${segment}`, { referer: ALLOWED });
  expect(sent.status).toBe(302);
  expect(await (await get(sent.headers.get("location") ?? "")).text()).toBe("moov moof");
});

type Sign = (token: { kid: string; secret: string; video: string; seconds: number }) => string;

/** The function that docs/embedding.md shows. */
async function documentedExample(): Promise<Sign> {
  const text = await readFile(new URL("../../../../../docs/embedding.md", import.meta.url), "utf8");
  const code = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(text)?.[1] ?? "";
  const module: { playbackToken: Sign } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.playbackToken;
}

test("a token of the documentation plays its video until its key is revoked", async () => {
  const kid = "sk_documented";
  const secret = "the secret of the console";
  await insertRow(services, "signing_keys", {
    ...ownedBy(project),
    kid,
    algorithm: "HS256",
    secret: seal(services.secrets.encryptionKey, SIGNING_SECRET, secret),
  });
  await apply({ ...OPEN_POLICY, signed: true });
  await vi.waitFor(async () => {
    const unsigned = await get(`/embed/${video.hash}`, { referer: ALLOWED });
    expect(unsigned.headers.get("x-kinora-reason")).toBe("token_missing");
  }, PROMISED);
  const token = (await documentedExample())({ kid, secret, video: video.hash, seconds: 7_200 });
  const folder = await admittedFolder(video.hash, `?token=${token}`);
  expect(await status(`${folder}v1/720p/00000.m4s`)).toBe(200);
  const direct = await get(`/hls/${video.hash}/master.m3u8?token=${token}`);
  expect(direct.status).toBe(302);
  expect(direct.headers.get("location")).not.toContain(token);
  await updateRows(services, "signing_keys", { kid }, { revoked_at: new Date() });
  setClockAhead(FRESH_MS);
  await vi.waitFor(async () => expect(await status(`${folder}v1/720p/00000.m4s`)).toBe(403), PROMISED);
});

test("refused requests and loaded players are recorded without queries and whole addresses", async () => {
  const records = new PlaybackRecords(services);
  const item = { kind: "video" as const, id: video.id, projectId: project.projectId };
  const viewer = { item, page: "https://example.com/watch", address: "203.0.113.77", country: "DE", agent: "Player/1" };
  records.denied({ ...viewer, profileId, reason: "country_blocked" });
  records.denied({ ...viewer, profileId, reason: "country_blocked" });
  records.loaded({ ...viewer, signed: true });
  records.loaded({ ...viewer, page: null, signed: false });
  await records.close();
  const denial = await findRow(
    services,
    "playback_denials",
    { reason: "country_blocked" },
    "page",
    "address",
    "requests",
    "country",
  );
  expect(denial).toEqual({ page: "example.com/watch", address: "203.0.113.0", requests: 2, country: "DE" });
  const place = await findRow(services, "embed_places", { host: "example.com", path: "/watch" }, "path", "loads");
  expect(place?.path).toBe("/watch");
});

test("refusals of a video are one event in ten minutes for each reason, whichever edge refused", async () => {
  const shown = await aVideo(services, project);
  const item = { kind: "video" as const, id: shown.id, projectId: project.projectId };
  const viewer = { item, page: null, address: "203.0.113.77", country: "DE", agent: "Player/1", profileId };
  const deny = async (...reasons: Reason[]) => {
    const edges = [new PlaybackRecords(services), new PlaybackRecords(services)];
    for (const records of edges) for (const reason of reasons) records.denied({ ...viewer, reason });
    await Promise.all(edges.map((records) => records.close()));
    const { rows } = await sql<{ payload: object }>`
      select payload from events where type = 'playback.denied' and (payload->>'video_id')::bigint = ${shown.id}
        and project_id = ${project.projectId} and account_id = ${project.accountId} order by id`.execute(services.db);
    return rows.map(({ payload }) => payload);
  };
  const refusal = (reason: Reason) => ({ video_id: shown.id, restriction_id: profileId, reason });
  const first = [refusal("agent_blocked"), refusal("country_blocked")];
  expect(await deny("country_blocked", "agent_blocked")).toEqual(first);
  expect(await deny("country_blocked")).toEqual(first);
  await sql`update playback_denial_events set emitted_at = emitted_at - interval '10 minutes'`.execute(services.db);
  expect(await deny("country_blocked")).toEqual([...first, refusal("country_blocked")]);
  expect(await deny("country_blocked")).toHaveLength(3);
});

test("a database that takes long has one writing of records at a time", async () => {
  const records = new PlaybackRecords(services);
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  onTestFinished(() => released.resolve());
  const holding = services.db.transaction().execute(async (tx) => {
    await sql`lock table embed_places`.execute(tx);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const item = { kind: "video" as const, id: video.id };
  const writing = Array.from({ length: 50 }, (_, index) => {
    records.played({ projectId: project.projectId, page: `https://slow.example.com/${index}`, item });
    return records.write();
  });
  // All at a time would soon hold every connection.
  for (let request = 0; request < 5; request += 1) await selectRow(services, "projects", {}, "id");
  released.resolve();
  await Promise.all([holding, ...writing, records.close()]);
  const places = services.db.selectFrom("embed_places").select("path").where("host", "=", "slow.example.com");
  expect(await places.execute()).toHaveLength(50);
});
