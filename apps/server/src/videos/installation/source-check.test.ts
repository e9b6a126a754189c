import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { as, aProject, asUser, aUser, testServices, type TestServices } from "../../platform/testing.ts";
import { aLibraryVideo } from "../../testing/library-videos.ts";
import { readInstallationVideo } from "./details.ts";
import { checkSource, verifySource } from "./source-check.ts";

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

const BYTES = Buffer.from("The film as it arrived");
const asRoot = async () => as(services, asUser(await aUser(services, { superuser: true }), true));
const run = { jobId: "1", signal: new AbortController().signal, failures: 0 };

/** A video whose stored original has these bytes; null for none. */
async function aStored(stored: Buffer | null): Promise<number> {
  const id = await aLibraryVideo(services, {}, await aProject(services), { title: "Original" });
  const key = `assets/${id}/source/film.mp4`;
  if (stored) await services.storage.put(key, stored);
  const sha256 = createHash("sha256").update(BYTES).digest();
  await services.db
    .updateTable("videos")
    .set({ source_key: key, source_bytes: BYTES.length, source_sha256: sha256 })
    .where("id", "=", id)
    .execute();
  return id;
}

test.each([
  ["matches", BYTES, BYTES.length],
  ["differs", Buffer.from("The film as it rotted!"), BYTES.length],
  ["missing", null, 0],
] as const)("an original is compared with its checksum: %s", async (state, stored, checkedBytes) => {
  const root = await asRoot();
  const id = await aStored(stored);
  expect((await readInstallationVideo(root, id)).source_check).toBeNull();
  await verifySource(root, id);
  expect((await readInstallationVideo(root, id)).source_check).toMatchObject({ state: "waiting", checked_bytes: 0 });
  await expect(verifySource(root, id)).rejects.toMatchObject({ code: "conflict" });
  await checkSource.run(services, { videoId: id }, run);
  const { source_check: check, log } = await readInstallationVideo(root, id);
  expect(check).toMatchObject({
    ...{ state, checked_bytes: checkedBytes, total_bytes: BYTES.length },
    finished_at: expect.any(Date),
  });
  expect(log).toMatchObject([{ action: "video.source_checked" }]);
});

test("a check that gives up says so, and can be begun again", async () => {
  const root = await asRoot();
  const id = await aStored(BYTES);
  await verifySource(root, id);
  await checkSource.gaveUp?.(services, { videoId: id }, { code: "internal", message: "", retryable: true });
  expect((await readInstallationVideo(root, id)).source_check).toMatchObject({ state: "failed" });
  await verifySource(root, id);
  expect((await readInstallationVideo(root, id)).source_check).toMatchObject({ state: "waiting", finished_at: null });
});

test("a video without an original is not checked", async () => {
  const id = await aLibraryVideo(services, {}, await aProject(services), { title: "Without" });
  await expect(verifySource(await asRoot(), id)).rejects.toMatchObject({ code: "conflict" });
});
