import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { selectRow } from "@kinora/db/testing-rows.ts";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createServices } from "../../composition.ts";
import type { Services } from "../../context.ts";
import { readConfig } from "../../platform/config.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../../platform/testing.ts";
import {
  created,
  head,
  keyHeaders,
  patch,
  sha256,
  slowPatch,
  uploadServer,
  type Headers,
  type UploadServer,
} from "../../testing/upload-server.ts";
import { storeSource } from "../source/store.ts";
import { sweepParts } from "../source/sweep.ts";
import { partFolder } from "./part-files.ts";
import { readPieces, recordPieces, storePiece } from "./pieces.ts";

let s3: S3rver;
const folder = testFolder("pieces");
let services: TestServices;
/** The services of another machine: of the database and the bucket nothing else is shared. */
let elsewhere: Services;
let project: TestProject;
let servers: [UploadServer, UploadServer];
let key: Headers;

beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: join(folder, "bucket"),
    configureBuckets: [{ name: "kinora", configs: [] }],
  });
  const { port } = await s3.run();
  const bucket = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "kinora",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
  services = await testServices(bucket);
  const config = readConfig({
    ...bucket,
    KINORA_DATA_DIR: join(folder, "elsewhere"),
    DATABASE_URL: services.config.databaseUrl ?? "",
    LOG_LEVEL: "silent",
  });
  // The secrets are the installation's, as with KINORA_SECRETS_FILE.
  elsewhere = { ...(await createServices(config, "api")), secrets: services.secrets };
  project = await aProject(services);
  servers = [await uploadServer(services), await uploadServer(elsewhere)];
  key = await keyHeaders(services, project, ["upload"]);
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await elsewhere.close();
  await services.stop();
  await s3.close();
});

const run = { jobId: "1", signal: new AbortController().signal, failures: 0 };
const file = (more: Record<string, string> = {}) => ({
  project_id: project.projectId,
  filename: "clip.mp4",
  ...more,
});
const stateOf = (id: string) => selectRow(services, "uploads", { id });
const videoOf = (id: string) => selectRow(services, "videos", { file_id: id });

async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key: stored } of services.storage.list(prefix)) keys.push(stored);
  return keys;
}

/** The source of an upload's video, put together by a worker of the other machine. */
async function sourceOf(id: string): Promise<Buffer> {
  await storeSource.run(elsewhere, { uploadId: id }, run);
  const { stream } = await elsewhere.storage.get((await videoOf(id)).source_key ?? "");
  return Buffer.concat(await stream.toArray());
}

test("two APIs that share no folder take turns at an upload, and a worker of another machine has its source", async () => {
  const bytes = randomBytes(9 * 1024 * 1024 + 7);
  const step = 1_500_001;
  const id = await created(servers[0], key, bytes.length, file());
  for (let offset = 0, turn = 1; offset < bytes.length; offset += step, turn += 1) {
    const [one, other] = turn % 2 === 0 ? servers : [servers[1], servers[0]];
    expect((await head(other, key, id)).headers.get("upload-offset")).toBe(String(offset));
    const answer = await patch(one, key, id, offset, bytes.subarray(offset, offset + step));
    expect(answer.status).toBe(204);
  }
  expect(await stateOf(id)).toMatchObject({ state: "complete", offset_bytes: bytes.length });
  expect(sha256(await sourceOf(id))).toBe(sha256(bytes));
  expect((await stateOf(id)).sha256?.toString("hex")).toBe(sha256(bytes));
  expect(await keysBelow(`uploads/${id}`)).toEqual([]);
  expect(await readPieces(services.db, id)).toEqual([]);
  // No byte was on the disk of either.
  for (const { config } of [services, elsewhere]) expect(await readdir(partFolder(config)).catch(() => [])).toEqual([]);
});

test("of a connection that breaks what arrived is stored, and another API continues from there", async () => {
  const bytes = randomBytes(6 * 1024 * 1024);
  const id = await created(servers[0], key, bytes.length, file());
  const { request, answer } = slowPatch(servers[0], key, id, 0, bytes.length);
  request.write(bytes.subarray(0, 4_700_000));
  await vi.waitFor(async () => expect(await readPieces(services.db, id)).not.toEqual([]));
  // The other API makes the first one store the rest of what it has.
  const offset = Number((await head(servers[1], key, id)).headers.get("upload-offset"));
  expect(offset).toBeGreaterThan(4 * 1024 * 1024);
  request.destroy();
  await answer;
  expect((await patch(servers[1], key, id, offset, bytes.subarray(offset))).status).toBe(204);
  expect(sha256(await sourceOf(id))).toBe(sha256(bytes));
});

test("bytes with a wrong checksum do not count, and leave nothing in storage", async () => {
  const bytes = randomBytes(300_000);
  const id = await created(servers[0], key, bytes.length, file());
  const checksum = (of: Buffer) => ({ "upload-checksum": `sha1 ${createHash("sha1").update(of).digest("base64")}` });
  expect((await patch(servers[0], { ...key, ...checksum(Buffer.from("x")) }, id, 0, bytes)).status).toBe(460);
  expect((await head(servers[1], key, id)).headers.get("upload-offset")).toBe("0");
  expect(await keysBelow(`uploads/${id}`)).toEqual([]);
  expect((await patch(servers[1], { ...key, ...checksum(bytes) }, id, 0, bytes)).status).toBe(204);
  expect(sha256(await sourceOf(id))).toBe(sha256(bytes));
});

test("a writer that lost its lock without noticing cannot add bytes where another one has continued", async () => {
  const id = await created(servers[0], key, 100, file());
  const place = { upload_id: id, at_byte: 0 };
  const [first, second] = [
    await storePiece(services, place, [Buffer.alloc(60)]),
    await storePiece(elsewhere, place, [Buffer.alloc(10)]),
  ];
  await recordPieces(services.db, [first]);
  await expect(recordPieces(elsewhere.db, [second])).rejects.toMatchObject({ statusCode: 423 });
  expect((await head(servers[1], key, id)).headers.get("upload-offset")).toBe("60");
});

test("the announced fingerprint is compared with the pieces", async () => {
  const bytes = randomBytes(2_500_000);
  const expected = createHash("sha256")
    .update(bytes.subarray(0, 1_048_576))
    .update(bytes.subarray(-1_048_576))
    .digest("hex");
  const [good, bad] = [bytes, Buffer.concat([bytes.subarray(0, -1), Buffer.from([0xff - (bytes.at(-1) ?? 0)])])];
  for (const [content, status] of [
    [good, 204],
    [bad, 422],
  ] as const) {
    const id = await created(servers[0], key, bytes.length, file({ fingerprint: expected }));
    expect((await patch(servers[0], key, id, 0, content.subarray(0, 1_200_000))).status).toBe(204);
    expect((await patch(servers[1], key, id, 1_200_000, content.subarray(1_200_000))).status).toBe(status);
    if (status === 422) expect(await keysBelow(`uploads/${id}`)).toEqual([]);
  }
});

test("pieces of an upload that was cancelled, and pieces that were never recorded, are removed", async () => {
  const id = await created(servers[0], key, 200_000, file());
  await patch(servers[0], key, id, 0, randomBytes(100_000));
  expect(await keysBelow(`uploads/${id}`)).toHaveLength(1);
  const removed = await fetch(`${servers[1].url}/uploads/${id}`, {
    method: "DELETE",
    headers: { ...key, "tus-resumable": "1.0.0" },
  });
  expect(removed.status).toBe(204);
  expect(await keysBelow(`uploads/${id}`)).toEqual([]);

  // A writer that had not noticed yet stores another one.
  await storePiece(services, { upload_id: id, at_byte: 0 }, [Buffer.alloc(10)]);
  const later = { ...services, clock: { now: () => new Date(Date.now() + 3_600_000) } };
  await sweepParts.run(later);
  expect(await keysBelow(`uploads/${id}`)).toEqual([]);
});
