import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openUploadPlace, type UploadPlace } from "../../testing/upload-place.ts";
import { created, head, patch, sha256 } from "../../testing/upload-server.ts";
import { partPath } from "../tus/part-files.ts";

const MEBIBYTE = 1024 * 1024;
let place: UploadPlace;

beforeAll(async () => {
  place = await openUploadPlace();
});
afterAll(() => place.close());

const begun = (size: number, fingerprint: string) =>
  created(place.server, place.key, size, place.file({ filename: "C0001.MP4", fingerprint }));
const send = (id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  patch(place.server, place.key, id, offset, bytes);
const ends = (bytes: Uint8Array) =>
  sha256(Buffer.concat([bytes.subarray(0, MEBIBYTE), bytes.subarray(bytes.length - MEBIBYTE)]));

test("an upload continued with another file of its name and size fails and keeps nothing", async () => {
  const [red, blue] = [randomBytes(4000), randomBytes(4000)];
  const id = await begun(red.length, sha256(red));
  expect((await send(id, 0, red.subarray(0, 2000))).status).toBe(204);
  const last = await send(id, 2000, blue.subarray(2000));
  expect(last.status).toBe(422);
  expect(await place.row(id)).toMatchObject({ state: "failed" });
  expect(await place.videoOf(id)).toMatchObject({
    status: "failed",
    failure: { code: "checksum_mismatch", message: expect.stringContaining("Upload the file again") },
    source_key: null,
  });
  expect(existsSync(partPath(place.services.config, id))).toBe(false);
  expect((await head(place.server, place.key, id)).status).toBe(410);
});

test("a file whose end changed while it was sent fails, however large it is", async () => {
  const bytes = randomBytes(3 * MEBIBYTE);
  const id = await begun(bytes.length, ends(bytes));
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect((await send(id, 0, changed)).status).toBe(422);
});

test.each([4000, 3 * MEBIBYTE])("the announced file of %d bytes is taken", async (size) => {
  const bytes = randomBytes(size);
  const id = await begun(size, size > 2 * MEBIBYTE ? ends(bytes) : sha256(bytes));
  expect((await send(id, 0, bytes)).status).toBe(204);
  expect(await place.row(id)).toMatchObject({ state: "complete" });
});

test("a file that replaces another is compared as well, and the video keeps the one it has", async () => {
  const id = await begun(4000, sha256(randomBytes(4000)));
  const video = await place.services.db
    .updateTable("videos")
    .set({ status: "complete" })
    .where("file_id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow();
  await updateRows(place.services, "uploads", { id }, { replaces: true });
  expect((await send(id, 0, randomBytes(4000))).status).toBe(422);
  expect(await place.videoOf(id)).toMatchObject({ id: video.id, status: "complete", failure: null });
});
