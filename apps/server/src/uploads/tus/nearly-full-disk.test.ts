import { randomBytes } from "node:crypto";
import { selectRow } from "@kinora/db/testing-rows.ts";
import { UPLOADS_LEAVE_BYTES } from "@kinora/domain/operations/disk.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedProject } from "../../testing/fixtures.ts";
import {
  create,
  created,
  head,
  keyHeaders,
  patch,
  uploadServer,
  type Headers,
  type UploadServer,
} from "../../testing/upload-server.ts";

const GIGABYTE = 1_000_000_000;
const disk = { freeBytes: 0, totalBytes: 100 * GIGABYTE };
let server: UploadServer;
let key: Headers;

const { services, project } = await sharedProject();

beforeAll(async () => {
  server = await uploadServer({ ...services, diskSpace: () => Promise.resolve(disk) });
  key = await keyHeaders(services, project, ["upload"]);
});
afterAll(() => server.close());

const begin = (size: number) => create(server, key, size, { filename: "film.mp4", project_id: project.projectId });

test("an upload that would fill more than 90% of the disk is refused with a sentence, and a smaller one is taken", async () => {
  disk.freeBytes = 15 * GIGABYTE;
  const refused = await begin(6 * GIGABYTE);
  expect(refused.status).toBe(507);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(await refused.json()).toMatchObject({
    message: "The server has not enough free disk space for this file. Try again later.",
  });
  expect((await begin(4 * GIGABYTE)).status).toBe(201);
  disk.freeBytes = 9 * GIGABYTE;
  expect((await begin(1)).status).toBe(507);
});

test("an upload under way leaves the database its reserve of the disk, and continues where it stood once there is space", async () => {
  const bytes = randomBytes(12_000_000);
  disk.freeBytes = 50 * GIGABYTE;
  const id = await created(server, key, bytes.length, { filename: "film.mp4", project_id: project.projectId });
  const first = bytes.subarray(0, 1_000_000);
  expect((await patch(server, key, id, 0, first)).status).toBe(204);
  disk.freeBytes = UPLOADS_LEAVE_BYTES - 1;
  const refused = await patch(server, key, id, first.length, bytes.subarray(first.length));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([507, "30"]);
  expect(await refused.text()).toContain("Your upload will resume once there is space.");
  const stored = Number((await head(server, key, id)).headers.get("upload-offset"));
  expect(stored).toBe(first.length);
  disk.freeBytes = UPLOADS_LEAVE_BYTES;
  expect((await patch(server, key, id, stored, bytes.subarray(stored))).status).toBe(204);
  const { state } = await selectRow(services, "uploads", { id }, "state");
  expect(state).toBe("complete");
});
