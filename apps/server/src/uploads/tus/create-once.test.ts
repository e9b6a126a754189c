import { randomBytes, randomUUID } from "node:crypto";
import { selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openUploadPlace, type UploadPlace } from "../../testing/upload-place.ts";
import { created, keyHeaders, metadata, type Headers } from "../../testing/upload-server.ts";

let place: UploadPlace;
beforeAll(async () => {
  place = await openUploadPlace();
});
afterAll(() => place.close());

const size = 300_000;

/** Asks for an upload of `size` bytes, with its first bytes where they are given. */
async function ask(headers: Headers, name: string, bytes?: Uint8Array<ArrayBuffer>) {
  const answer = await fetch(`${place.server.url}/uploads`, {
    method: "POST",
    headers: {
      ...headers,
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
      "upload-metadata": metadata(place.file({ filename: name })),
      ...(bytes ? { "content-type": "application/offset+octet-stream" } : {}),
    },
    ...(bytes ? { body: bytes } : {}),
  });
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    offset: answer.headers.get("upload-offset"),
    replayed: answer.headers.get("idempotency-replayed"),
  };
}

const videosNamed = async (name: string) =>
  (await selectRows(place.services, "videos", { file_name: name }, "id")).length;

test("a creation that is repeated with its key answers the first upload and the bytes it has, and creates nothing", async () => {
  const headers = { ...place.key, "idempotency-key": randomUUID() };
  const bytes = new Uint8Array(randomBytes(100_000));
  const first = await ask(headers, "once.mp4", bytes);
  expect(first).toMatchObject({ status: 201, offset: "100000", replayed: null });
  expect(await ask(headers, "once.mp4", bytes)).toEqual({ ...first, replayed: "true" });
  expect(await ask(headers, "once.mp4")).toEqual({ ...first, offset: null, replayed: "true" });
  expect(await videosNamed("once.mp4")).toBe(1);
  expect((await ask({ ...place.key, "idempotency-key": randomUUID() }, "once.mp4")).location).not.toBe(first.location);
});

test("a key stands for one request of one caller, and only while the caller may upload", async () => {
  const headers = { ...place.key, "idempotency-key": randomUUID() };
  const first = await ask(headers, "mine.mp4");
  expect((await ask(headers, "other.mp4")).status).toBe(422);
  expect((await ask({ ...place.key, "idempotency-key": "with a blank" }, "mine.mp4")).status).toBe(422);
  const other = await keyHeaders(place.services, place.project, ["full"]);
  const foreign = await ask({ ...headers, ...other }, "mine.mp4");
  expect(foreign).toMatchObject({ status: 201, replayed: null });
  expect(foreign.location).not.toBe(first.location);
  await updateRows(place.services, "api_keys", {}, { scopes: ["read"] });
  expect((await ask(headers, "mine.mp4")).status).toBe(403);
});

test("a creation that was refused is not kept: with room again it runs", async () => {
  const headers = { ...(await keyHeaders(place.services, place.project, ["full"])), "idempotency-key": randomUUID() };
  const limit = (bytes: number | null) =>
    updateRows(place.services, "projects", { id: place.project.projectId }, { maximum_upload_bytes: bytes });
  await limit(10);
  expect((await ask(headers, "small.mp4")).status).toBe(413);
  await limit(null);
  expect(await ask(headers, "small.mp4")).toMatchObject({ status: 201, replayed: null });
  await created(place.server, headers, size, place.file({ filename: "small.mp4" }));
  expect(await videosNamed("small.mp4")).toBe(1);
});
