import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selectOrdered, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createServices } from "../../composition.ts";
import type { TestProject, TestServices } from "../../platform/testing.ts";
import { openUploadPlace, type UploadPlace } from "../../testing/upload-place.ts";
import {
  created,
  head,
  patch,
  sha256,
  slowPatch,
  uploadServer,
  type Headers,
  type UploadServer,
} from "../../testing/upload-server.ts";
import { partPath } from "./part-files.ts";

let place: UploadPlace;
let services: TestServices;
let project: TestProject;
let server: UploadServer;
let key: Headers;

beforeAll(async () => {
  place = await openUploadPlace();
  ({ services, project, server, key } = place);
});
afterAll(() => place.close());

const file: UploadPlace["file"] = (values) => place.file(values);
const row: UploadPlace["row"] = (id) => place.row(id);
const videoOf = async (id: string) => selectRow(services, "videos", { id: (await row(id)).video_id });

async function eventsOf(videoId: number): Promise<string[]> {
  const events = await selectOrdered(services, "events", "id", { project_id: project.projectId }, "type", "payload");
  return events.filter(({ payload }) => payload["video_id"] === videoId).map(({ type }) => type);
}

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
  expect(await eventsOf(video.id)).toEqual(["video.created", "video.uploaded", "video.queued"]);
  const transcode = await selectRows(services, "transcodes", { video_id: video.id }, "version", "state");
  expect(transcode).toEqual([{ version: 1, state: "queued" }]);
  const audit = await selectRows(services, "audit_log", { object_id: video.id, object_type: "video" }, "action");
  expect(audit).toEqual([{ action: "video.create" }]);
});

test("an interrupted connection keeps every received byte, and the upload resumes there", async () => {
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

test("a client that reconnects before the old connection has timed out takes the upload over", async () => {
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

test.each(["HEAD", "PATCH"] as const)(
  "a connection with a slow body gives way at once to a %s of the same upload",
  async (method) => {
    const bytes = randomBytes(1024 * 1024);
    const id = await created(server, key, bytes.length, file());
    const { request, answer } = slowPatch(server, key, id, 0, bytes.length);
    // It would take most of an hour.
    let sent = 0;
    const dripping = setInterval(() => request.write(bytes.subarray(sent, (sent += 1))), 2);
    onTestFinished(() => {
      clearInterval(dripping);
      request.destroy();
    });
    await vi.waitFor(() => expect(sent).toBeGreaterThan(100));
    if (method === "PATCH") expect((await patch(server, key, id, 0, bytes)).status).toBe(409);
    const offset = Number((await head(server, key, id)).headers.get("upload-offset"));
    expect(offset).toBeGreaterThan(0);
    expect((await answer)?.statusCode ?? 423).toBe(423);
    expect((await patch(server, key, id, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
  },
);

test("two API processes take turns on one upload, also while one of them is still receiving", async () => {
  const otherServices = await createServices(services.config, "worker");
  const other = await uploadServer(otherServices);
  onTestFinished(async () => {
    await other.close();
    await otherServices.close();
  });
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
  // Neither process received every byte: a job computes the hash.
  expect((await row(id)).sha256).toBeNull();
  const { hashSource } = await import("../source/hash-source.ts");
  await hashSource.run(services, { uploadId: id }, { jobId: "1", signal: new AbortController().signal, failures: 0 });
  expect((await row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
  expect((await videoOf(id)).source_sha256?.toString("hex")).toBe(sha256(bytes));
});

test("an upload whose process died after moving the file is finished by the next request", async () => {
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
  expect(await eventsOf(videoId)).toEqual(["video.created", "video.uploaded", "video.queued"]);
});

test("a cancelled upload's bytes are deleted and its video is not listed", async () => {
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

test("an upload whose video was cancelled elsewhere is stopped", async () => {
  const id = await created(server, key, 1000, file());
  await updateRows(services, "videos", { file_id: id }, { status: "cancelled" });
  expect((await patch(server, key, id, 0, randomBytes(1000))).status).toBe(410);
  expect((await videoOf(id)).status).toBe("cancelled");
});

test("when the database drops the connection that holds the locks, the upload continues over a new one", async () => {
  const bytes = randomBytes(2 * 1024 * 1024);
  const id = await created(server, key, bytes.length, file());
  const { request, answer } = slowPatch(server, key, id, 0, bytes.length);
  request.write(bytes.subarray(0, 1_000_000));
  await vi.waitFor(async () => expect((await stat(partPath(services.config, id))).size).toBeGreaterThan(500_000));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kinora-uploads' and datname = current_database()`.execute(
    services.db,
  );
  expect((await answer)?.statusCode ?? 423).toBe(423);
  const offset = Number((await head(server, key, id)).headers.get("upload-offset"));
  expect(offset).toBeGreaterThan(500_000);
  expect((await patch(server, key, id, offset, bytes.subarray(offset))).status).toBe(204);
  expect((await row(id)).sha256?.toString("hex")).toBe(sha256(bytes));
});
