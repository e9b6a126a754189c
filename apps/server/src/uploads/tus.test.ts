import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServices } from "../context.ts";
import {
  aMember,
  aProject,
  as,
  asUser,
  aUser,
  testServices,
  type TestProject,
  type TestServices,
} from "../platform/testing.ts";
import { partPath } from "./part-files.ts";
import { listUnfinishedUploads, readUploadStatus } from "./service.ts";
import {
  create,
  created,
  head,
  keyHeaders,
  metadata,
  patch,
  sessionHeaders,
  sha256,
  slowPatch,
  uploadServer,
  type Headers,
  type UploadServer,
} from "./testing.ts";

let services: TestServices;
let project: TestProject;
let server: UploadServer;
let key: Headers;

beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
  server = await uploadServer(services);
  key = await keyHeaders(services, project, ["upload"]);
});
afterAll(async () => {
  await server.close();
  await services.stop();
});

const file = (values: Record<string, string | number> = {}) => ({
  project_id: project.projectId,
  filename: "Holiday.mp4",
  ...values,
});
const row = (id: string) =>
  services.db.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const videoOf = async (id: string) =>
  services.db
    .selectFrom("videos")
    .selectAll()
    .where("id", "=", (await row(id)).video_id)
    .executeTakeFirstOrThrow();

async function eventsOf(videoId: number): Promise<string[]> {
  const events = await services.db
    .selectFrom("events")
    .select(["type", "payload"])
    .where("project_id", "=", project.projectId)
    .orderBy("id")
    .execute();
  return events.filter(({ payload }) => payload["video_id"] === videoId).map(({ type }) => type);
}

test("the endpoint says which version and extensions of the protocol it speaks", async () => {
  const answer = await fetch(`${server.url}/uploads`, { method: "OPTIONS" });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("tus-version")).toBe("1.0.0");
  expect(answer.headers.get("tus-extension")).toContain("creation-with-upload");
  expect(Number(answer.headers.get("tus-max-size"))).toBe(128 * 1024 ** 3);
});

test("the console's page may ask from its own origin", async () => {
  const origin = new URL(services.config.urls.console).origin;
  const answer = await fetch(`${server.url}/uploads`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "tus-resumable" },
  });
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  expect(answer.headers.get("access-control-allow-headers")).toBe("tus-resumable");
});

test("the public tus client uploads in chunks, and the last byte queues the video with its hash", async () => {
  const bytes = randomBytes(5 * 1024 * 1024 + 17);
  const folder = await mkdtemp(join(tmpdir(), "kinora-uploads-"));
  const path = join(folder, "clip.mp4");
  await writeFile(path, bytes);
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      endpoint: `${server.url}/uploads`,
      headers: key,
      chunkSize: 1024 * 1024,
      uploadSize: bytes.length,
      retryDelays: [],
      metadata: { project_id: String(project.projectId), filename: "clip.mp4", title: "My clip" },
      onSuccess: () => resolve(upload.url ?? ""),
      onError: reject,
    });
    upload.start();
  });
  await rm(folder, { recursive: true });
  const id = url.split("/").at(-1) ?? "";
  const upload = await row(id);
  const video = await videoOf(id);
  expect(upload).toMatchObject({ state: "complete", offset_bytes: bytes.length });
  expect(upload.sha256?.toString("hex")).toBe(sha256(bytes));
  expect(video).toMatchObject({
    title: "My clip",
    status: "in_queue",
    source_bytes: bytes.length,
    stored_bytes: bytes.length,
    source_key: `assets/${video.id}/source/${id}.mp4`,
  });
  expect(sha256(await readFile(services.storage.localPath(video.source_key ?? "") ?? ""))).toBe(sha256(bytes));
  expect(await eventsOf(video.id)).toEqual(["video.created", "video.uploaded"]);
  const transcode = await services.db
    .selectFrom("transcodes")
    .select(["version", "state"])
    .where("video_id", "=", video.id)
    .execute();
  expect(transcode).toEqual([{ version: 1, state: "queued" }]);
  const audit = await services.db
    .selectFrom("audit_log")
    .select("action")
    .where("object_id", "=", video.id)
    .where("object_type", "=", "video")
    .execute();
  expect(audit).toEqual([{ action: "video.create" }]);
});

test("a whole file can ride along with its creation", async () => {
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

test("a connection that breaks keeps every byte that came, and the upload goes on there", async () => {
  const bytes = randomBytes(3 * 1024 * 1024);
  const id = await created(server, key, bytes.length, file());
  const { request, answer } = slowPatch(server, key, id, 0, bytes.length);
  request.write(bytes.subarray(0, 1_500_000));
  await vi.waitFor(async () => expect((await stat(partPath(services.config, id))).size).toBeGreaterThan(500_000));
  request.destroy();
  await answer;
  const found = await head(server, key, id);
  expect(found.status).toBe(200);
  const offset = Number(found.headers.get("upload-offset"));
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThanOrEqual(1_500_000);
  expect(found.headers.get("upload-length")).toBe(String(bytes.length));
  const rest = await patch(server, key, id, offset, bytes.subarray(offset));
  expect(rest.status).toBe(204);
  expect((await row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
});

test("who comes back before the old connection is known to be dead takes the upload over", async () => {
  const bytes = randomBytes(2 * 1024 * 1024);
  const id = await created(server, key, bytes.length, file());
  const { request, answer } = slowPatch(server, key, id, 0, bytes.length);
  request.write(bytes.subarray(0, 1_000_000));
  await vi.waitFor(async () => expect((await stat(partPath(services.config, id))).size).toBeGreaterThan(500_000));
  const found = await head(server, key, id);
  const offset = Number(found.headers.get("upload-offset"));
  expect((await answer)?.statusCode ?? 423).toBe(423);
  expect((await patch(server, key, id, offset, bytes.subarray(offset))).status).toBe(204);
  expect((await row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
});

test("two API processes take turns on one upload, also while one of them is still receiving", async () => {
  const otherServices = await createServices(services.config, "worker");
  const other = await uploadServer(otherServices);
  try {
    const bytes = randomBytes(3 * 1024 * 1024);
    const id = await created(server, key, bytes.length, file());
    const { request, answer } = slowPatch(server, key, id, 0, bytes.length);
    request.write(bytes.subarray(0, 1_200_000));
    await vi.waitFor(async () => expect((await stat(partPath(services.config, id))).size).toBeGreaterThan(500_000));
    const offset = Number((await head(other, key, id)).headers.get("upload-offset"));
    expect((await answer)?.statusCode ?? 423).toBe(423);
    expect((await patch(other, key, id, offset, bytes.subarray(offset, 2_000_000))).status).toBe(204);
    expect((await patch(server, key, id, 2_000_000, bytes.subarray(2_000_000))).status).toBe(204);
    const video = await videoOf(id);
    expect(video.status).toBe("in_queue");
    expect(sha256(await readFile(services.storage.localPath(video.source_key ?? "") ?? ""))).toBe(sha256(bytes));
    // Neither process saw every byte: the hash follows as a job.
    expect((await row(id)).sha256).toBeNull();
    const { hashSource } = await import("./hash-source.ts");
    await hashSource.run(services, { uploadId: id }, { jobId: "1", signal: new AbortController().signal, failures: 0 });
    expect((await row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
    expect((await videoOf(id)).source_sha256?.toString("hex")).toBe(sha256(bytes));
  } finally {
    await other.close();
    await otherServices.close();
  }
});

test("a process that died after moving the file leaves an upload that the next question finishes", async () => {
  const bytes = randomBytes(100_000);
  const id = await created(server, key, bytes.length, file());
  const { video_id: videoId } = await row(id);
  const path = join(services.config.dataDir, "moved");
  await writeFile(path, bytes);
  await services.storage.putFile(`assets/${videoId}/source/${id}.mp4`, path);
  const found = await head(server, key, id);
  expect(found.headers.get("upload-offset")).toBe(String(bytes.length));
  expect((await videoOf(id)).status).toBe("in_queue");
  expect((await head(server, key, id)).headers.get("upload-offset")).toBe(String(bytes.length));
  expect(await eventsOf(videoId)).toEqual(["video.created", "video.uploaded"]);
});

test("a PATCH at another place than the file's end is refused and changes nothing", async () => {
  const id = await created(server, key, 1000, file());
  expect((await patch(server, key, id, 500, randomBytes(500))).status).toBe(409);
  expect((await head(server, key, id)).headers.get("upload-offset")).toBe("0");
});

test("bytes beyond the announced end are refused, announced or not", async () => {
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

test("a wrong checksum throws the bytes away; a right one keeps them", async () => {
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

test("a cancelled upload's bytes go and its video leaves the lists", async () => {
  const id = await created(server, key, 1000, file());
  await patch(server, key, id, 0, randomBytes(400));
  const cancelled = await fetch(`${server.url}/uploads/${id}`, {
    method: "DELETE",
    headers: { ...key, "tus-resumable": "1.0.0" },
  });
  expect(cancelled.status).toBe(204);
  expect((await row(id)).state).toBe("cancelled");
  expect((await videoOf(id)).deleted_at).not.toBeNull();
  await expect(stat(partPath(services.config, id))).rejects.toThrow("ENOENT");
  expect((await head(server, key, id)).status).toBe(410);
});

test("requests that do not follow the protocol get its own answers", async () => {
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
  expect(await deferred.json()).toMatchObject({ message: expect.stringContaining("Upload-Defer-Length") });
  expect((await create(server, key, 0, file())).status).toBe(422);
  expect((await create(server, key, 10, { filename: "a.mp4" })).status).toBe(422);
  expect((await head(server, key, "0d6e9a5e-0000-4000-8000-000000000000")).status).toBe(404);
  expect((await head(server, key, "..%2Fsecrets")).status).toBe(404);
});

test("an upload needs someone who may add videos to that very project", async () => {
  const elsewhere = await aProject(services);
  const viewer = await aMember(services, project, ["video_view"]);
  const uploader = await aMember(services, project, ["video_add"]);
  const stranger = await sessionHeaders(services, await aUser(services));
  const person = await sessionHeaders(services, uploader.userId);
  expect((await create(server, {}, 10, file())).status).toBe(401);
  expect((await create(server, stranger, 10, file())).status).toBe(404);
  expect((await create(server, key, 10, { ...file(), project_id: elsewhere.projectId })).status).toBe(404);
  expect((await create(server, await sessionHeaders(services, viewer.userId), 10, file())).status).toBe(403);
  expect((await create(server, await keyHeaders(services, project, ["read"]), 10, file())).status).toBe(403);
  const { "x-xsrf-token": token, ...forged } = person;
  expect(token).toBeTruthy();
  expect((await create(server, forged, 10, file())).status).toBe(403);
  expect((await create(server, person, 10, file())).status).toBe(201);
});

test("nobody goes on with somebody else's upload", async () => {
  const first = await aMember(services, project, ["video_add"]);
  const second = await aMember(services, project, ["video_add"]);
  const firstHeaders = await sessionHeaders(services, first.userId);
  const id = await created(server, firstHeaders, 10, file());
  const others = await sessionHeaders(services, second.userId);
  expect((await head(server, others, id)).status).toBe(404);
  expect((await patch(server, others, id, 0, randomBytes(10))).status).toBe(404);
  expect(
    (await fetch(`${server.url}/uploads/${id}`, { method: "DELETE", headers: { ...others, "tus-resumable": "1.0.0" } }))
      .status,
  ).toBe(404);
  expect((await head(server, firstHeaders, id)).status).toBe(200);
});

test("people see their own unfinished uploads with what is really on disk", async () => {
  const person = await aMember(services, project, ["video_add"]);
  const headers = await sessionHeaders(services, person.userId);
  const id = await created(server, headers, 1000, file({ filename: "mine.mov" }));
  await patch(server, headers, id, 0, randomBytes(250));
  const ground = {
    accountId: project.accountId,
    projectId: project.projectId,
    owner: false,
    permissions: new Set(["video_add"] as const),
  };
  const own = await listUnfinishedUploads(as(services, person), ground);
  expect(own).toMatchObject([{ id, file_name: "mine.mov", offset_bytes: 250, size_bytes: 1000, state: "uploading" }]);
  const other = asUser(await aUser(services));
  expect(await listUnfinishedUploads(as(services, other), ground)).toEqual([]);
  await expect(readUploadStatus(as(services, other), ground, id)).rejects.toThrow("does not exist");
  await patch(server, headers, id, 250, randomBytes(750));
  expect(await readUploadStatus(as(services, person), ground, id)).toMatchObject({
    state: "complete",
    offset_bytes: 1000,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("a file too large, over the account's storage, or from someone with it all used up is refused before a byte", async () => {
  const small = await aProject(services);
  await services.db
    .updateTable("accounts")
    .set({ storage_limit_bytes: 10_000 })
    .where("id", "=", small.accountId)
    .execute();
  const headers = await keyHeaders(services, small, ["full"]);
  expect((await create(server, key, 129 * 1024 ** 3, file())).status).toBe(413);
  const values = { project_id: small.projectId, filename: "a.mp4" };
  expect((await create(server, headers, 9_000, values)).status).toBe(201);
  const refused = await create(server, headers, 9_000, values);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ errors: { file: [expect.stringContaining("left")] } });
});

test("a file name is text: it is kept as it came and never becomes a path", async () => {
  const names = [
    "../../etc/passwd",
    "C:\\videos\\holiday.mp4",
    "a/b/../../c.mp4",
    'Ärger 😀 "quotes" <b>.mkv',
    "x.mp4/../../evil",
    ".hidden",
    "..",
    "new\nline.mp4",
  ];
  for (const filename of names) {
    const id = await created(server, key, 20, file({ filename }));
    await patch(server, key, id, 0, randomBytes(20));
    const video = await videoOf(id);
    expect(video.file_name).toBe(filename);
    expect(video.source_key).toMatch(new RegExp(`^assets/${video.id}/source/${id}(\\.[a-z0-9]{1,8})?$`));
    expect(video.title).not.toBe("");
  }
});
