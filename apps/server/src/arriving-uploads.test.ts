import { readFile } from "node:fs/promises";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { afterAll, expect, test, vi } from "vitest";
import { memberLinks } from "./platform/access/playback-links.ts";
import { notify } from "./platform/events/events.ts";
import { aMember, as } from "./platform/testing.ts";
import { anEdge } from "./playback/testing.ts";
import { sharedProject } from "./testing/fixtures.ts";
import { created, keyHeaders, patch, sha256, slowPatch, uploadServer } from "./testing/upload-server.ts";
import { readUpload } from "./uploads/rows.ts";
import { cancelUpload } from "./uploads/source/cancel.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
const server = await uploadServer(services);
const key = await keyHeaders(services, project, ["upload"]);
const film = new Uint8Array(await readFile(await clip("streamable")));
const webm = new Uint8Array(await readFile(await clip("webm")));
/** So much of a film has its head. */
const HALF = Math.floor(film.length / 2);

afterAll(async () => {
  await edge.app.close();
  await server.close();
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(edge.url + path, { method, headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

/** An upload of which some bytes have arrived; its video is published unless said. */
async function anUpload(arrivedBytes: number, { published = true, bytes = film, name = "film.mp4" } = {}) {
  const id = await created(server, key, bytes.length, { project_id: project.projectId, filename: name });
  const { hash } = await services.db
    .updateTable("videos")
    .set({ published })
    .where("file_id", "=", id)
    .returning("hash")
    .executeTakeFirstOrThrow();
  if (arrivedBytes > 0) await patch(server, key, id, 0, bytes.slice(0, arrivedBytes));
  const row = await readUpload(services.db, id);
  if (!row) throw new Error("The upload is missing.");
  return { id, hash, row, source: `/hls/${hash}/progressive.${name.split(".")[1]}` };
}
const statusOf = async (hash: string, token?: string) =>
  (await (await get(`/embed/${hash}/status.json${token ? `?token=${token}` : ""}`)).json()) as {
    availability: string;
    arriving?: { source: string; type: string };
  };

test("an upload with its head in front plays while it arrives: what is there is answered in ranges of the whole file", async () => {
  const { id, hash, source } = await anUpload(HALF);
  const type = expect.stringMatching(/^video\/mp4; codecs="avc1\.\w{6}, mp4a\.40\.2"$/);
  expect(await statusOf(hash)).toMatchObject({ availability: "processing", arriving: { source, type } });
  const first = await get(source, { range: "bytes=0-" });
  expect(first.status).toBe(206);
  expect(first.headers.get("content-range")).toBe(`bytes 0-${HALF - 1}/${film.length}`);
  expect(first.headers.get("content-type")).toBe("video/mp4");
  expect(first.headers.get("cache-control")).toBe("private, no-store");
  expect(sha256(await bytesOf(first))).toBe(sha256(film.slice(0, HALF)));
  const etag = first.headers.get("etag") ?? "";
  const inner = await get(source, { range: "bytes=100-199", "if-range": etag });
  expect([inner.status, inner.headers.get("content-range")]).toEqual([206, `bytes 100-199/${film.length}`]);
  const head = await get(source, {}, "HEAD");
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(film.length)]);
  expect((await get(source, { "if-none-match": etag })).status).toBe(304);
  expect((await get(source, { range: `bytes=${film.length}-` })).status).toBe(416);
  expect((await get(source.replace(".mp4", ".webm"))).status).toBe(404);
  expect(etag).toBe(`"${id}"`);
});

test("a request for bytes that have not arrived waits for them, one of the whole file for the last", async () => {
  const { id, source } = await anUpload(HALF);
  const next = get(source, { range: `bytes=${HALF}-` });
  const whole = get(source);
  await patch(server, key, id, HALF, film.slice(HALF, HALF + 1_000));
  const answer = await next;
  expect(answer.headers.get("content-range")).toBe(`bytes ${HALF}-${HALF + 999}/${film.length}`);
  expect(sha256(await bytesOf(answer))).toBe(sha256(film.slice(HALF, HALF + 1_000)));
  await patch(server, key, id, HALF + 1_000, film.slice(HALF + 1_000));
  const all = await whole;
  expect([all.status, sha256(await bytesOf(all))]).toEqual([200, sha256(film)]);
});

test("bytes of a body that still arrives are read, but not those that wait for their checksum", async () => {
  const { id, source } = await anUpload(HALF);
  const sending = slowPatch(server, key, id, HALF, film.length - HALF);
  sending.request.write(film.slice(HALF, HALF + 300_000));
  const answer = await get(source, { range: `bytes=${HALF}-${HALF + 99}` });
  expect(sha256(await bytesOf(answer))).toBe(sha256(film.slice(HALF, HALF + 100)));
  sending.request.destroy();
  await sending.answer;

  const unsure = await anUpload(HALF);
  const checked = { ...key, "upload-checksum": `sha1 ${Buffer.alloc(20).toString("base64")}` };
  const unverified = slowPatch(server, checked, unsure.id, HALF, film.length - HALF);
  unverified.request.write(film.slice(HALF, HALF + 300_000));
  const tried = AbortSignal.timeout(3_000);
  await expect(
    fetch(edge.url + unsure.source, { headers: { range: `bytes=${HALF}-` }, signal: tried }),
  ).rejects.toThrow();
  unverified.request.destroy();
  await unverified.answer;
});

test("an upload that is whole plays on until the first rendition can", async () => {
  const { id, hash, row, source } = await anUpload(film.length - 1);
  await patch(server, key, id, film.length - 1, film.slice(-1));
  const last = await get(source, { range: `bytes=${film.length - 10}-` });
  expect([last.status, sha256(await bytesOf(last))]).toEqual([206, sha256(film.slice(-10))]);
  await updateRows(services, "videos", { id: row.video_id }, { playable: true, version: 1 });
  await notify(services.db, "playback_changed", hash);
  await vi.waitFor(async () => expect((await get(source, { range: "bytes=0-9" })).status).toBe(404));
  expect((await statusOf(hash)).arriving).toBeUndefined();
});

test("a cancelled upload ends its answers, and those that wait", async () => {
  const { hash, row, source } = await anUpload(HALF);
  const waiting = get(source, { range: `bytes=${HALF}-` });
  await get(source, { range: "bytes=0-9" });
  const uploader = await aMember(services, project, ["video_add"]);
  await cancelUpload(as(services, uploader), row);
  expect((await waiting).status).toBe(404);
  await notify(services.db, "playback_changed", hash);
  await vi.waitFor(async () => expect((await get(source, { range: "bytes=0-9" })).status).toBe(404));
});

test("an upload that is not published plays for members of its project only, and for nobody elsewhere", async () => {
  const { hash, source } = await anUpload(HALF, { published: false });
  expect((await get(source, { range: "bytes=0-9" })).status).toBe(404);
  expect((await statusOf(hash)).arriving).toBeUndefined();
  const member = await aMember(services, project, ["video_view"]);
  const preview = new URL(memberLinks(as(services, member), hash).preview());
  const { arriving } = await statusOf(hash, preview.searchParams.get("token") ?? "");
  expect(arriving?.source).toMatch(new RegExp(`^/hls/~[^/]+/${hash}/progressive\\.mp4$`));
  expect((await get(arriving?.source ?? "", { range: "bytes=0-9" })).status).toBe(206);
  // A pass of one video opens no other.
  const other = await anUpload(HALF, { published: false });
  const foreign = (arriving?.source ?? "").replace(`/${hash}/`, `/${other.hash}/`);
  expect((await get(foreign, { range: "bytes=0-9" })).status).toBe(404);
});

test("an unpublished upload ends answers that wait", async () => {
  const { id, hash, row, source } = await anUpload(HALF);
  const waiting = get(source, { range: `bytes=${HALF}-` });
  await get(source, { range: "bytes=0-9" });
  await updateRows(services, "videos", { id: row.video_id }, { published: false });
  await notify(services.db, "playback_changed", hash);
  await vi.waitFor(async () => expect((await get(source, { range: "bytes=0-9" })).status).toBe(404));
  await patch(server, key, id, HALF, film.slice(HALF, HALF + 1_000));
  expect((await waiting).status).toBe(404);
});

test("what has its description at the end plays as soon as a rendition does", async () => {
  const odd = new Uint8Array(await readFile(await clip("longGop")));
  const { hash, row } = await anUpload(odd.length - 1, { bytes: odd });
  expect(row.progressive).toBeNull();
  expect(await statusOf(hash)).not.toHaveProperty("arriving");
});

test("of a WebM the index at its end is hidden, in whatever parts it is read", async () => {
  const { source, row } = await anUpload(webm.length - 1, { bytes: webm, name: "film.webm" });
  const [patched] = row.progressive?.patches ?? [];
  if (!patched) throw new Error("Nothing is hidden.");
  const hidden = Buffer.from(webm);
  hidden.write(patched.bytes, patched.at, "hex");
  for (const [from, to] of [
    [0, patched.at + 1],
    [patched.at + 2, patched.at + 3],
    [0, 999],
  ] as const) {
    const answer = await get(source, { range: `bytes=${from}-${to}` });
    expect((await bytesOf(answer)).equals(hidden.subarray(from, to + 1)), `${from}-${to}`).toBe(true);
  }
});
