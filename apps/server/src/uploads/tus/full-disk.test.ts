import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { selectRow } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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

/** Free bytes of the disk; `writev` returns like the kernel when there is too little space. */
let freeBytes = Infinity;
const wholeWritev = fs.writev;

function writevWithRoom(
  fd: number,
  buffers: readonly NodeJS.ArrayBufferView[],
  position: number,
  done: (error: NodeJS.ErrnoException | null, written?: number) => void,
): void {
  if (freeBytes === 0) return done(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
  const whole = Buffer.concat(
    buffers.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  const fits = whole.subarray(0, Math.min(whole.length, freeBytes));
  freeBytes -= fits.length;
  fs.write(fd, fits, 0, fits.length, position, (error, written) => done(error, written));
}

/** Replaces Node's own function for every module that imported it, also those loaded before this test. */
function setWritev(writev: unknown): void {
  Object.assign(fs, { writev });
  syncBuiltinESMExports();
}

let services: TestServices;
let project: TestProject;
let server: UploadServer;
let key: Headers;

beforeAll(async () => {
  setWritev(writevWithRoom);
  services = await testServices();
  project = await aProject(services);
  server = await uploadServer(services);
  key = await keyHeaders(services, project, ["upload"]);
});
beforeEach(() => {
  freeBytes = Infinity;
});
afterAll(async () => {
  setWritev(wholeWritev);
  await server.close();
  await services.stop();
});

const begin = (size: number) => created(server, key, size, { filename: "film.mp4", project_id: project.projectId });
const offset = async (id: string) => Number((await head(server, key, id)).headers.get("upload-offset"));
const sum = (bytes: Buffer) => ({
  "upload-checksum": `sha256 ${Buffer.from(sha256(bytes), "hex").toString("base64")}`,
});

test("a body with a checksum that fills the disk leaves nothing, and is accepted once there is space", async () => {
  const bytes = randomBytes(2_000_000);
  const [first, rest] = [bytes.subarray(0, 500_000), bytes.subarray(500_000)];
  const id = await begin(bytes.length);
  expect((await patch(server, { ...key, ...sum(first) }, id, 0, first)).status).toBe(204);
  freeBytes = 700_000;
  expect((await patch(server, { ...key, ...sum(rest) }, id, 500_000, rest)).status).toBe(507);
  expect(await offset(id)).toBe(500_000);
  freeBytes = Infinity;
  expect((await patch(server, { ...key, ...sum(rest) }, id, 500_000, rest)).status).toBe(204);
  const { state, sha256: hash } = await selectRow(services, "uploads", { id }, "state", "sha256");
  expect([state, hash?.toString("hex")]).toEqual(["complete", sha256(bytes)]);
});

test("a body without a checksum keeps the written bytes", async () => {
  const bytes = randomBytes(2_000_000);
  const id = await begin(bytes.length);
  freeBytes = 700_000;
  expect((await patch(server, key, id, 0, bytes)).status).toBe(507);
  expect(await offset(id)).toBe(700_000);
  freeBytes = Infinity;
  expect((await patch(server, key, id, 700_000, bytes.subarray(700_000))).status).toBe(204);
});
