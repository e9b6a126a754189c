import { randomBytes } from "node:crypto";
import { utimes, stat, writeFile } from "node:fs/promises";
import { selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestProject, TestServices } from "../../platform/testing.ts";
import { openUploadPlace, type UploadPlace } from "../../testing/upload-place.ts";
import { created, head, patch, sha256, type Headers, type UploadServer } from "../../testing/upload-server.ts";
import { partPath } from "../tus/part-files.ts";
import { cancelAbandoned, sweepParts } from "./sweep.ts";

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

const anUpload = (size: number) => created(server, key, size, { project_id: project.projectId, filename: "clip.mp4" });
const videoOf: UploadPlace["videoOf"] = (id) => place.videoOf(id);
const later = (hours: number) => ({ ...services, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } });

test("an upload without a byte for 72 hours fails with its reason and its bytes are deleted", async () => {
  const id = await anUpload(1000);
  await patch(server, key, id, 0, randomBytes(300));
  await cancelAbandoned.run(later(71));
  expect((await head(server, key, id)).headers.get("upload-offset")).toBe("300");
  await cancelAbandoned.run(later(73));
  expect(await videoOf(id)).toMatchObject({ status: "failed", failure: { code: "timeout" }, deleted_at: null });
  await expect(stat(partPath(services.config, id))).rejects.toThrow("ENOENT");
  expect((await head(server, key, id)).status).toBe(410);
  await cancelAbandoned.run(later(73));
  const events = await selectRows(services, "events", { type: "upload.failed" }, "payload");
  const { id: videoId } = await videoOf(id);
  expect(events).toEqual([{ payload: { video_id: videoId, upload_id: id, code: "timeout" } }]);
});

test("an upload whose process died with every byte on disk is finished without its client", async () => {
  const bytes = randomBytes(5000);
  const id = await anUpload(bytes.length);
  await writeFile(partPath(services.config, id), bytes);
  await updateRows(
    services,
    "uploads",
    { id },
    { offset_bytes: bytes.length, updated_at: new Date(Date.now() - 60_000) },
  );
  await cancelAbandoned.run(services);
  const video = await videoOf(id);
  expect(video).toMatchObject({ status: "in_queue", source_bytes: bytes.length });
  expect(
    sha256(
      await services.storage
        .get(video.source_key ?? "")
        .then(({ stream }) => stream.toArray())
        .then(Buffer.concat),
    ),
  ).toBe(sha256(bytes));
});

test("bytes of ended uploads are deleted, those of waiting ones stay", async () => {
  const waiting = await anUpload(1000);
  const deleted = await anUpload(1000);
  const unknown = "3b1b3c5e-93a8-4a52-9d0e-5a1f3f5a8f10";
  const old = new Date(Date.now() - 3_600_000);
  for (const id of [waiting, deleted, unknown]) {
    await writeFile(partPath(services.config, id), randomBytes(10));
    await utimes(partPath(services.config, id), old, old);
  }
  await updateRows(services, "videos", { file_id: deleted }, { deleted_at: new Date() });
  await sweepParts.run(services);
  expect((await stat(partPath(services.config, waiting))).size).toBe(10);
  await expect(stat(partPath(services.config, deleted))).rejects.toThrow("ENOENT");
  await expect(stat(partPath(services.config, unknown))).rejects.toThrow("ENOENT");
});
