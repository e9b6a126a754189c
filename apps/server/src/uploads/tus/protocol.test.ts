import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServices } from "../../platform/testing.ts";
import { openUploadPlace, type UploadPlace } from "../../testing/upload-place.ts";
import {
  create,
  created,
  head,
  metadata,
  patch,
  sha256,
  type Headers,
  type UploadServer,
} from "../../testing/upload-server.ts";

let place: UploadPlace;
let services: TestServices;
let server: UploadServer;
let key: Headers;

beforeAll(async () => {
  place = await openUploadPlace();
  ({ services, server, key } = place);
});
afterAll(() => place.close());

const file: UploadPlace["file"] = (values) => place.file(values);
const row: UploadPlace["row"] = (id) => place.row(id);
const videoOf: UploadPlace["videoOf"] = (id) => place.videoOf(id);

test("the endpoint states the version and extensions of the protocol it supports", async () => {
  const answer = await fetch(`${server.url}/uploads`, { method: "OPTIONS" });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("tus-version")).toBe("1.0.0");
  expect(answer.headers.get("tus-extension")).toContain("creation-with-upload");
  expect(Number(answer.headers.get("tus-max-size"))).toBe(128 * 1000 ** 3);
});

test("an upload may choose another preset than its project's; an unknown one is refused", async () => {
  const answer = await create(server, key, 10, { ...file(), ladder_preset: "full" });
  expect(answer.status).toBe(201);
  const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
  const { video_id: videoId } = await row(id);
  const video = services.db.selectFrom("videos").select("ladder_preset").where("id", "=", videoId);
  expect(await video.executeTakeFirst()).toEqual({ ladder_preset: "full" });
  expect((await create(server, key, 10, { ...file(), ladder_preset: "huge" })).status).toBe(422);
});

test("the console may send requests from its own origin", async () => {
  const origin = new URL(services.config.urls.console).origin;
  const answer = await fetch(`${server.url}/uploads`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "tus-resumable" },
  });
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  expect(answer.headers.get("access-control-allow-headers")).toBe("tus-resumable");
});

test("creation may include the whole file", async () => {
  const bytes = randomBytes(300_000);
  const answer = await fetch(`${server.url}/uploads`, {
    method: "POST",
    headers: {
      ...key,
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "upload-metadata": metadata(file()),
      "content-type": "application/offset+octet-stream",
    },
    body: bytes,
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("upload-offset")).toBe("300000");
  const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
  expect((await row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
});

test("a PATCH at another offset than the file's end is refused and changes nothing", async () => {
  const id = await created(server, key, 1000, file());
  expect((await patch(server, key, id, 500, randomBytes(500))).status).toBe(409);
  expect((await head(server, key, id)).headers.get("upload-offset")).toBe("0");
});

test("bytes beyond the declared length are refused, with and without Content-Length", async () => {
  const id = await created(server, key, 1000, file());
  expect((await patch(server, key, id, 0, randomBytes(1001))).status).toBe(413);
  const chunked = await fetch(`${server.url}/uploads/${id}`, {
    method: "PATCH",
    headers: {
      ...key,
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": "0",
    },
    body: new Blob([randomBytes(2000)]).stream(),
    duplex: "half",
  });
  expect(chunked.status).toBe(413);
  expect((await head(server, key, id)).headers.get("upload-offset")).toBe("0");
  expect((await videoOf(id)).status).toBe("uploading");
});

test("bytes with a wrong checksum are discarded, with a right one kept", async () => {
  const bytes = randomBytes(10_000);
  const id = await created(server, key, bytes.length, file());
  const sum = (of: Uint8Array) => ({
    "upload-checksum": `sha256 ${Buffer.from(sha256(of), "hex").toString("base64")}`,
  });
  expect((await patch(server, { ...key, ...sum(randomBytes(5)) }, id, 0, bytes.subarray(0, 5000))).status).toBe(460);
  expect((await head(server, key, id)).headers.get("upload-offset")).toBe("0");
  expect(
    (await patch(server, { ...key, ...sum(bytes.subarray(0, 5000)) }, id, 0, bytes.subarray(0, 5000))).status,
  ).toBe(204);
  expect(
    (await patch(server, { ...key, "upload-checksum": "crc32 AAAA" }, id, 5000, bytes.subarray(5000))).status,
  ).toBe(400);
  expect((await patch(server, key, id, 5000, bytes.subarray(5000))).status).toBe(204);
  expect((await row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
});

test("requests that violate the protocol get its status codes", async () => {
  const id = await created(server, key, 1000, file());
  const send = (method: string, path: string, headers: Headers) =>
    fetch(`${server.url}${path}`, { method, headers: { ...key, ...headers } });
  expect((await send("HEAD", `/uploads/${id}`, {})).status).toBe(412);
  expect((await send("PATCH", `/uploads/${id}`, { "tus-resumable": "1.0.0", "upload-offset": "0" })).status).toBe(415);
  expect(
    (await send("POST", "/uploads", { "tus-resumable": "1.0.0", "upload-metadata": metadata(file()) })).status,
  ).toBe(400);
  const deferred = await send("POST", "/uploads", {
    "tus-resumable": "1.0.0",
    "upload-defer-length": "1",
    "upload-metadata": metadata(file()),
  });
  expect(deferred.status).toBe(422);
  expect(await deferred.text()).toContain("Upload-Defer-Length");
  expect((await create(server, key, 0, file())).status).toBe(422);
  expect((await create(server, key, 10, { filename: "a.mp4" })).status).toBe(422);
  expect((await head(server, key, "0d6e9a5e-0000-4000-8000-000000000000")).status).toBe(404);
  expect((await head(server, key, "..%2Fsecrets")).status).toBe(404);
});

test("addresses with a slash at the end are the same addresses", async () => {
  const made = await fetch(`${server.url}/uploads/`, {
    method: "POST",
    headers: { ...key, "tus-resumable": "1.0.0", "upload-length": "10", "upload-metadata": metadata(file()) },
  });
  expect(made.status).toBe(201);
  const id = made.headers.get("location")?.split("/").at(-1) ?? "";
  expect((await patch(server, key, `${id}/`, 0, randomBytes(10))).status).toBe(204);
  expect((await fetch(`${server.url}/uploads/`, { method: "OPTIONS" })).status).toBe(204);
});

test("every method may be tunnelled through POST, in any case", async () => {
  const id = await created(server, key, 10, file());
  const post = (path: string, method: string, headers: Headers = {}, body?: Uint8Array<ArrayBuffer>) =>
    fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { ...key, "tus-resumable": "1.0.0", "x-http-method-override": method, ...headers },
      ...(body ? { body } : {}),
    });
  const chunk = { "content-type": "Application/Offset+Octet-Stream; q=1", "upload-offset": "0" };
  expect((await post(`/uploads/${id}`, "patch", chunk, randomBytes(4))).status).toBe(204);
  const found = await post(`/uploads/${id}`, "HEAD");
  expect([found.status, found.headers.get("upload-offset"), await found.text()]).toEqual([200, "4", ""]);
  expect((await post("/uploads", "OPTIONS")).headers.get("tus-extension")).toContain("creation");
  expect((await post(`/uploads/${id}`, "DELETE")).status).toBe(204);
  expect((await post(`/uploads/${id}`, "PUT")).status).toBe(400);
});

test("a client of another version learns which one is spoken", async () => {
  const answer = await fetch(`${server.url}/uploads`, {
    method: "POST",
    headers: { ...key, "tus-resumable": "0.2.2", "upload-length": "10", "upload-metadata": metadata(file()) },
  });
  expect([answer.status, answer.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
});

test("uploads in parts that are joined later are refused", async () => {
  const answer = await fetch(`${server.url}/uploads`, {
    method: "POST",
    headers: {
      ...key,
      ...{ "tus-resumable": "1.0.0", "upload-length": "10", "upload-metadata": metadata(file()) },
      "upload-concat": "partial",
    },
  });
  expect(answer.status).toBe(422);
});
