import { randomBytes } from "node:crypto";
import { selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject, testServices, type TestProject, type TestServices } from "../../platform/testing.ts";
import {
  created,
  head,
  keyHeaders,
  patch,
  sha256,
  uploadServer,
  type Headers,
  type UploadServer,
} from "../../testing/upload-server.ts";
import { storeSource } from "./store.ts";

let s3: S3rver;
const directory = testFolder("s3");
let services: TestServices;
let project: TestProject;
let server: UploadServer;
let key: Headers;

beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "kinora", configs: [] }],
  });
  const { port } = await s3.run();
  services = await testServices({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "kinora",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  });
  project = await aProject(services);
  server = await uploadServer(services);
  key = await keyHeaders(services, project, ["upload"]);
});
afterAll(async () => {
  await server.close();
  await services.stop();
  await s3.close();
});

const run = { jobId: "1", signal: new AbortController().signal, failures: 0 };
const uploadOf = (id: string) => selectRow(services, "uploads", { id });
async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key: stored } of services.storage.list(prefix)) keys.push(stored);
  return keys;
}
const videoOf = (id: string) => selectRow(services, "videos", { file_id: id });

test("with remote storage the last byte finishes the upload: a task puts its pieces together while the video is receiving", async () => {
  const bytes = randomBytes(200_000);
  const id = await created(server, key, bytes.length, { project_id: project.projectId, filename: "clip.mov" });
  expect((await patch(server, key, id, 0, bytes)).status).toBe(204);
  expect(await videoOf(id)).toMatchObject({ status: "receiving", source_key: null });
  expect((await head(server, key, id)).headers.get("upload-offset")).toBe("200000");

  await storeSource.run(services, { uploadId: id }, run);
  await storeSource.run(services, { uploadId: id }, run);
  const video = await videoOf(id);
  expect(video).toMatchObject({ status: "in_queue", source_bytes: 200_000 });
  const { stream } = await services.storage.get(video.source_key ?? "");
  expect(sha256(Buffer.concat(await stream.toArray()))).toBe(sha256(bytes));
  expect(await selectRows(services, "transcodes", { video_id: video.id }, "version")).toEqual([{ version: 1 }]);
  expect(await keysBelow(`uploads/${id}/`)).toEqual([]);
  expect((await uploadOf(id)).sha256?.toString("hex")).toBe(sha256(bytes));
  expect(video.source_sha256?.toString("hex")).toBe(sha256(bytes));
});

test("a file that cannot be stored leaves its failure on the video", async () => {
  const id = await created(server, key, 10, { project_id: project.projectId, filename: "clip.mov" });
  await patch(server, key, id, 0, randomBytes(10));
  const failure = { code: "internal" as const, message: "It did not work.", retryable: true };
  for (let times = 0; times < 2; times += 1) await storeSource.gaveUp?.(services, { uploadId: id }, failure);
  expect(await videoOf(id)).toMatchObject({
    status: "failed",
    failure: { code: "internal", message: "It did not work." },
  });
  const events = await selectRows(services, "events", { type: "upload.failed" }, "payload");
  const { id: videoId } = await videoOf(id);
  expect(events).toEqual([{ payload: { video_id: videoId, upload_id: id, code: "internal" } }]);
});

test("a file whose video is deleted while it is stored does not stay in storage", async () => {
  const id = await created(server, key, 10, { project_id: project.projectId, filename: "clip.mov" });
  await patch(server, key, id, 0, randomBytes(10));
  const { id: videoId } = await videoOf(id);
  const storage = new Proxy(services.storage, {
    get(target, name): unknown {
      if (name !== "put") {
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (...args: Parameters<typeof target.put>) => {
        await updateRows(services, "videos", { id: videoId }, { deleted_at: new Date() });
        return target.put(...args);
      };
    },
  });
  await storeSource.run({ ...services, storage }, { uploadId: id }, run);
  expect(await keysBelow(`assets/${videoId}/`)).toEqual([]);
});
