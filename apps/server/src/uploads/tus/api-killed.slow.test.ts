import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { selectRow } from "@kinora/db/testing-rows.ts";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aProject, testServices, type TestProject, type TestServices } from "../../platform/testing.ts";
import { startUploadProcess } from "../../testing/upload-process.ts";
import { created, head, keyHeaders, patch, sha256, slowPatch, type Headers } from "../../testing/upload-server.ts";
import { storeSource } from "../source/store.ts";
import { pieceBytes } from "./pieces.ts";

const STARTED = { timeout: 60_000, interval: 50 };

let s3: S3rver;
const folder = testFolder("killed");
/** Those of a worker, on a data folder of its own. */
let services: TestServices;
let project: TestProject;
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
  services = await testServices({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "kinora",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  });
  project = await aProject(services);
  key = await keyHeaders(services, project, ["upload"]);
});
afterAll(async () => {
  await services.stop();
  await s3.close();
});

async function machine(name: string) {
  const { url, kill } = await startUploadProcess(services.config, join(folder, name));
  return { url, services, kill, close: kill };
}

test("two API processes on machines of their own take turns, one is killed within a body, and no acknowledged byte is lost", async () => {
  const bytes = randomBytes(16 * 1024 * 1024 + 11);
  const step = 1_000_003;
  const [one, other] = [await machine("one"), await machine("other")];
  const id = await created(one, key, bytes.length, { project_id: project.projectId, filename: "clip.mp4" });
  let offset = 0;
  for (const server of [one, other, one, other]) {
    const answer = await patch(server, key, id, offset, bytes.subarray(offset, offset + step));
    offset = Number(answer.headers.get("upload-offset"));
  }
  expect(offset).toBe(4 * step);

  // Killed with a long body under way, of which a part was stored and a part was not.
  const { request } = slowPatch(one, key, id, offset, bytes.length - offset);
  request.write(bytes.subarray(offset, offset + 6_000_000));
  await vi.waitFor(async () => expect(await pieceBytes(services.db, id)).toBeGreaterThan(offset), STARTED);
  const stored = await pieceBytes(services.db, id);
  await one.kill();

  const again = await machine("one again");
  const resumed = Number((await head(again, key, id)).headers.get("upload-offset"));
  expect(resumed).toBeGreaterThanOrEqual(stored);
  const half = resumed + Math.floor((bytes.length - resumed) / 2);
  expect((await patch(again, key, id, resumed, bytes.subarray(resumed, half))).status).toBe(204);
  expect((await patch(other, key, id, half, bytes.subarray(half))).status).toBe(204);

  await storeSource.run(services, { uploadId: id }, { jobId: "1", signal: new AbortController().signal, failures: 0 });
  const video = await selectRow(services, "videos", { file_id: id });
  const { stream } = await services.storage.get(video.source_key ?? "");
  expect(sha256(Buffer.concat(await stream.toArray()))).toBe(sha256(bytes));
  expect(video.source_sha256?.toString("hex")).toBe(sha256(bytes));
  await Promise.all([other.kill(), again.kill()]);
});
