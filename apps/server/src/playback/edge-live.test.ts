import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { deleteRows, insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { EdgeAudience } from "@kinora/domain/playback/audience.ts";
import type { EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { readEdgeAudience } from "../platform/access/audience.ts";
import { passHolder } from "../platform/access/playback-links.ts";
import { signPlaybackToken } from "../platform/access/playback-token.ts";
import { sharedProject, addStream } from "../testing/fixtures.ts";
import { until } from "../testing/until.ts";
import { anEdge } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
afterAll(() => edge.app.close());

const aStream = (ingest: "none" | "connecting" | "receiving") =>
  addStream(services, project, { name: "A <harbour>", ingest });

/** A live role that answers with a playlist once `release` resolves, and reports its requests. */
async function aLiveRole(
  release: Promise<void>,
  onRequest: (request: IncomingMessage) => void,
  playlist = "#EXTM3U\n",
): Promise<void> {
  const host = createServer((request, response) => {
    if (/\.m4s|360p\/init/.test(request.url ?? "")) return void response.writeHead(404).end();
    onRequest(request);
    void release.then(() => response.end(playlist));
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void host.close());
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const here = { host: "here", url, pid: 1 };
  await services.db
    .insertInto("stream_hosts")
    .values(here)
    .onConflict((same) => same.columns(["host"]).doUpdateSet(here))
    .execute();
}

const statusOf = async (hash: string) => {
  const response = await fetch(`${edge.url}/embed/${hash}/status.json`);
  return {
    code: response.status,
    ...((await response.json()) as Pick<EmbedStatus, "availability" | "fades" | "ad_break">),
  };
};

test("a stream's page shows its state, and texts of users are escaped", async () => {
  const offline = await aStream("none");
  const page = await fetch(`${edge.url}/embed/${offline.hash}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Stream is not active");
  expect(html).not.toContain("<harbour>");
  expect(await statusOf(offline.hash)).toMatchObject({ code: 200, availability: "offline" });
  expect((await fetch(`${edge.url}/hls/${offline.hash}/master.m3u8`)).status).toBe(404);
  expect(await statusOf((await aStream("connecting")).hash)).toMatchObject({ availability: "starting" });
  expect((await fetch(`${edge.url}/v/${offline.hash}`)).status).toBe(200);
});

test("the status of a stream states whether its picture fades", async () => {
  const { id, hash } = await aStream("receiving");
  expect(await statusOf(hash)).toMatchObject({ fades: false });
  await updateRows(services, "streams", { id }, { loop_fade: true });
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await statusOf(hash)).fades === true);
});

test("the status of a stream names its ad break while it lasts", async () => {
  const { id, hash } = await aStream("receiving");
  const adBreak = async () => (await statusOf(hash)).ad_break ?? null;
  expect(await adBreak()).toBeNull();
  const row = { stream_id: id, project_id: project.projectId, ends_at: new Date(Date.now() + 60_000) };
  await services.db.insertInto("stream_ad_breaks").values(row).execute();
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await adBreak())?.number === 1);
  expect((await adBreak())?.seconds).toBeGreaterThan(30);
  await updateRows(services, "stream_ad_breaks", { stream_id: id }, { ends_at: new Date(), number: 2 });
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await adBreak()) === null);
});

test("a deleted stream is not found, from the moment that is announced", async () => {
  const { id, hash } = await aStream("receiving");
  expect(await statusOf(hash)).toMatchObject({ availability: "playable" });
  await updateRows(services, "streams", { id }, { deleted_at: new Date() });
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await statusOf(hash)).code === 404);
});

test("viewers who wait for the same part of a playlist share one request to the live role, with their number", async () => {
  const { hash, id } = await aStream("receiving");
  const asked: string[] = [];
  const release = Promise.withResolvers<void>();
  await aLiveRole(release.promise, (request) => {
    asked.push(`${request.url} ${readEdgeAudience(String(request.headers["x-audience"]))?.viewers}`);
  });
  const address = `${edge.url}/hls/${hash}/source/index.m3u8?_HLS_part=1&_HLS_msn=7&other=1`;
  const answers = [
    fetch(address, { headers: { "user-agent": "a" } }),
    fetch(address, { headers: { "user-agent": "b" } }),
    // Written otherwise, and with a directive that nobody knows.
    fetch(`${edge.url}/hls/${hash}/source/index.m3u8?_HLS_msn=007&_HLS_part=01&_HLS_skip=${hash}`),
  ];
  await until(async () => asked.length === 1);
  release.resolve();
  for (const answer of await Promise.all(answers)) {
    expect(await answer.text()).toBe("#EXTM3U\n");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  expect(asked).toEqual([`/live/${hash}/source/index.m3u8?_HLS_msn=7&_HLS_part=1 1`]);

  await services.storage.put(`live/${id}/source/3.m4s`, Buffer.from("older"));
  const older = await fetch(`${edge.url}/hls/${hash}/source/3.m4s`);
  expect(await older.text()).toBe("older");
  expect((await fetch(`${edge.url}/hls/${hash}/source/4.m4s`)).status).toBe(404);
  expect((await fetch(`${edge.url}/hls/${hash}/source/../../x.m4s`)).status).toBe(404);
});

test("a member who watches in the console is not counted as a viewer", async () => {
  const { hash } = await aStream("receiving");
  const viewers: (number | undefined)[] = [];
  await aLiveRole(Promise.resolve(), (request) => {
    viewers.push(readEdgeAudience(String(request.headers["x-audience"]))?.viewers);
  });
  const token = signPlaybackToken(
    services.secrets.playbackKey,
    hash,
    passHolder(project.owner),
    new Date(Date.now() + 60_000),
  );
  const ask = async (pass: string) =>
    expect((await fetch(`${edge.url}/hls/${pass}${hash}/source/index.m3u8`)).status).toBe(200);
  await ask(`~${token}/`);
  await ask("");
  expect(viewers).toEqual([0, 1]);
});

test("caches keep a livestream's segments for seconds, revalidate without reading them, and are refused once it is switched off", async () => {
  const { hash, id } = await aStream("receiving");
  await aLiveRole(Promise.resolve(), () => undefined);
  await services.storage.put(`live/${id}/source/3.m4s`, Buffer.from("stored"));
  for (const [name, text] of [
    ["source/init-1.mp4", "#EXTM3U\n"],
    ["source/3.m4s", "stored"],
  ]) {
    const address = `${edge.url}/hls/${hash}/${name}`;
    const first = await fetch(address);
    expect([await first.text(), first.headers.get("cache-control")]).toEqual([text, "public, max-age=8"]);
    const again = await fetch(address, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
  await updateRows(services, "streams", { id }, { enabled: false });
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await fetch(`${edge.url}/hls/${hash}/source/3.m4s`)).status === 404);
  expect((await fetch(`${edge.url}/hls/${hash}/source/init-1.mp4`)).status).toBe(404);
});

test("VLC gets the initialization segment in front of the first segment after a discontinuity, other players do not", async () => {
  const { hash, id } = await aStream("receiving");
  const lines = (first: string) =>
    `#EXTM3U\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="../360p/init-2.mp4"\n#EXTINF:2,\n${first}\n#EXTINF:2,\n4.m4s\n`;
  await aLiveRole(Promise.resolve(), () => undefined, lines("3.m4s"));
  const address = `${edge.url}/hls/${hash}/source`;
  const playlistFor = async (agent: string) =>
    (await fetch(`${address}/index.m3u8`, { headers: { "user-agent": agent } })).text();
  expect(await playlistFor("VLC/3.0.23 LibVLC/3.0.23")).toBe(lines("3.m4s?init=360p/init-2.mp4"));
  expect(await playlistFor("Lavf/61.7.100")).toBe(lines("3.m4s"));

  await services.storage.put(`live/${id}/360p/init-2.mp4`, Buffer.from("moov "));
  await services.storage.put(`live/${id}/source/3.m4s`, Buffer.from("moof"));
  const start = await fetch(`${address}/3.m4s?init=360p/init-2.mp4`);
  expect([start.status, await start.text()]).toEqual([200, "moov moof"]);
  const part = await fetch(`${address}/3.m4s?init=360p/init-2.mp4`, { headers: { range: "bytes=3-6" } });
  expect([part.status, await part.text()]).toEqual([206, "v mo"]);
  expect((await fetch(`${address}/3.m4s?init=360p/init-9.mp4`)).status).toBe(404);
  for (const wrong of ["source/3.m4s", "../2/source/init-1.mp4", "360p/index.m3u8"])
    expect(await (await fetch(`${address}/3.m4s?init=${wrong}`)).text()).toBe("moof");
});

/** A segment on air after its initialization segment, and the reads of the segment's file. */
async function aStoredSegment(segment: Buffer) {
  const { hash, id } = await aStream("receiving");
  await deleteRows(services, "stream_hosts", {});
  await services.storage.put(`live/${id}/360p/init-2.mp4`, Buffer.from("moov "));
  await services.storage.put(`live/${id}/source/3.m4s`, segment);
  const reads = vi.spyOn(services.storage, "get");
  onTestFinished(() => reads.mockRestore());
  const reading = () => reads.mock.calls.flatMap(([key, range], at) => (key.endsWith("3.m4s") ? [{ range, at }] : []));
  return { reads, reading, url: `${edge.url}/hls/${hash}/source/3.m4s?init=360p/init-2.mp4` };
}

test("of a segment after its initialization segment only what is sent is read", async () => {
  const { reading, url } = await aStoredSegment(Buffer.from("moof"));
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "9"]);
  const known = await fetch(url, { headers: { "if-none-match": head.headers.get("etag") ?? "" } });
  expect([known.status, await known.text()]).toEqual([304, ""]);
  const part = async (range: string) => {
    const response = await fetch(url, { headers: { range } });
    return [response.status, await response.text()];
  };
  expect(await part("bytes=9-")).toEqual([416, ""]);
  expect(await part("bytes=1-4")).toEqual([206, "oov "]);
  expect(reading()).toEqual([]);
  expect(await part("bytes=3-6")).toEqual([206, "v mo"]);
  expect(await part("bytes=-2")).toEqual([206, "of"]);
  expect(reading().map(({ range }) => range)).toEqual([
    { start: 0, end: 1 },
    { start: 2, end: 3 },
  ]);
});

test("a reader who takes nothing of a segment after its initialization segment holds no whole one in memory", async () => {
  const { reads, reading, url } = await aStoredSegment(Buffer.alloc(48 * 1_048_576));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, resolve).once("error", reject);
  });
  expect(response.headers["content-length"]).toBe(String(48 * 1_048_576 + 5));
  await expect.poll(() => reading().length).toBe(1);
  const body = (await reads.mock.results[reading()[0]?.at ?? 0]?.value) as { stream: { bytesRead: number } };
  expect(body.stream.bytesRead).toBeLessThan(24 * 1_048_576);
  response.destroy();
});

test("a segment that is deleted while it is answered ends that connection, and nothing else", async () => {
  const read = services.storage.get.bind(services.storage);
  const { reads, url } = await aStoredSegment(Buffer.from("moof"));
  reads.mockImplementation((key, range) =>
    key.endsWith("3.m4s") ? Promise.reject(new NotStored(key)) : read(key, range),
  );
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  reads.mockRestore();
  expect(await (await fetch(url)).text()).toBe("moov moof");
});

test("players of an ended stream read its end in their playlist, and its media only from the live role; new players cannot start it", async () => {
  const { hash, id } = await aStream("none");
  const playlist = `${edge.url}/hls/${hash}/source/index.m3u8`;
  // Where no live role answers it is not active.
  expect((await fetch(playlist)).status).toBe(404);
  const asked: (string | undefined)[] = [];
  await aLiveRole(Promise.resolve(), ({ url }) => asked.push(url));
  await services.storage.put(`live/${id}/source/3.m4s`, Buffer.from("older"));
  await until(async () => (await fetch(playlist)).status === 200);
  expect(asked).toContain(`/live/${hash}/source/index.m3u8`);
  expect((await fetch(`${edge.url}/hls/${hash}/source/3.m4s`)).status).toBe(404);
  expect((await fetch(`${edge.url}/hls/${hash}/master.m3u8`)).status).toBe(404);
  expect((await fetch(`${edge.url}/hls/${hash}/picture.jpg`)).status).toBe(404);
  expect(await statusOf(hash)).toMatchObject({ availability: "offline" });
});

test("before playback a livestream shows a picture of what is on air, and so does its share page", async () => {
  const { hash } = await aStream("receiving");
  const asked: (string | undefined)[] = [];
  await aLiveRole(Promise.resolve(), ({ url }) => asked.push(url));
  const address = `/hls/${hash}/picture.jpg`;
  expect(await (await fetch(`${edge.url}/embed/${hash}`)).text()).toContain(
    `<img class="first-picture" src="${address}"`,
  );
  expect(await (await fetch(`${edge.url}/v/${hash}`)).text()).toMatch(
    new RegExp(`<meta property="og:image" content="https?://[^"]+${address}">`),
  );
  const picture = await fetch(edge.url + address);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(picture.headers.get("cache-control")).toBe("public, max-age=8");
  expect(asked).toEqual([`/live/${hash}/picture.jpg?for=anybody`]);
});

/** The structured data of a share page. */
const dataOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(html)?.[1] ?? "null");

test("a livestream is described to other sites with its start and its own picture", async () => {
  const { id, hash } = await aStream("none");
  await insertRow(services, "stream_pictures", {
    stream_id: id,
    kind: "countdown",
    number: 7,
    width: 1280,
    height: 720,
  });
  await updateRows(
    services,
    "streams",
    { id },
    { start_at: new Date("2099-01-01T20:00:00Z"), description: "The tide." },
  );
  const html = await (await fetch(`${edge.url}/v/${hash}`)).text();
  const { edge: origin } = services.config.urls;
  const picture = `${origin}/hls/${hash}/pictures/countdown-7.jpg`;
  const address = encodeURIComponent(`${origin}/v/${hash}`);
  for (const tag of [
    `<meta property="og:image" content="${picture}">`,
    `<meta property="og:image:width" content="1280">`,
    `<meta property="og:image:height" content="720">`,
    `<meta name="twitter:card" content="player">`,
    `<meta name="twitter:player" content="${origin}/embed/${hash}">`,
    `<link rel="alternate" type="application/json+oembed" href="${origin}/oembed?format=json&amp;url=${address}"`,
  ])
    expect(html).toContain(tag);
  expect(dataOf(html)).toMatchObject({
    "@type": "VideoObject",
    name: "A <harbour>",
    description: "The tide.",
    thumbnailUrl: [picture],
    publication: { "@type": "BroadcastEvent", isLiveBroadcast: false, startDate: "2099-01-01T20:00:00.000Z" },
  });
  const oembed = await (await fetch(`${edge.url}/oembed?url=${address}&maxwidth=1280&maxheight=360`)).json();
  expect(oembed).toMatchObject({ type: "video", title: "A <harbour>", width: 640, height: 360 });
  expect(oembed).not.toHaveProperty("thumbnail_url");
  const roomy = await (await fetch(`${edge.url}/oembed?url=${address}`)).json();
  expect(roomy).toMatchObject({ width: 640, height: 360, thumbnail_url: picture, thumbnail_width: 1280 });
  const onAir = await aStream("receiving");
  const page = await (await fetch(`${edge.url}/v/${onAir.hash}`)).text();
  expect(dataOf(page)).toMatchObject({ publication: { isLiveBroadcast: true } });
});

test("while a stream is not on air only its own picture is served", async () => {
  const { hash } = await aStream("none");
  expect((await fetch(`${edge.url}/hls/${hash}/picture.jpg`)).status).toBe(404);
  expect(await (await fetch(`${edge.url}/v/${hash}`)).text()).not.toContain("og:image");
  const announced = await aStream("none");
  await insertRow(services, "stream_pictures", {
    stream_id: announced.id,
    kind: "offline",
    number: 7,
    width: 640,
    height: 360,
  });
  expect(await (await fetch(`${edge.url}/v/${announced.hash}`)).text()).toContain(
    `/hls/${announced.hash}/pictures/offline-7.jpg">`,
  );
});

test("the live role receives the bytes sent and the viewers' reports; invalid and unknown reports are ignored", async () => {
  const { hash } = await aStream("receiving");
  const reported: (EdgeAudience | null)[] = [];
  await aLiveRole(Promise.resolve(), (request) =>
    reported.push(readEdgeAudience(String(request.headers["x-audience"]))),
  );
  const playlist = `${edge.url}/hls/${hash}/source/index.m3u8`;
  const ask = async () => (await fetch(playlist, { headers: { "user-agent": "a player" } })).text();
  const send = (report: unknown, agent = "a player") =>
    fetch(`${edge.url}/embed/${hash}/watched`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": agent },
      body: JSON.stringify(report),
    });
  const report = { watched_seconds: 9, stalled_seconds: 1, latency_seconds: 0.75 };
  await ask();
  expect(reported[0]).toEqual({
    viewers: 1,
    sent_bytes: 0,
    watched_seconds: 0,
    stalled_seconds: 0,
    latency_seconds: null,
  });
  expect((await send(report, "an unknown player")).status).toBe(204);
  expect((await send(report)).status).toBe(204);
  // Reported again at once, which is ignored.
  expect((await send(report)).status).toBe(204);
  for (const nonsense of [null, [], { ...report, watched_seconds: -1 }, { ...report, stalled_seconds: 61 }, {}])
    expect((await send(nonsense)).status).toBe(422);
  await ask();
  expect(reported[1]).toMatchObject({ viewers: 1, watched_seconds: 9, stalled_seconds: 1, latency_seconds: 0.75 });
  expect(reported[1]?.sent_bytes).toBeGreaterThan("#EXTM3U".length);
});
