import { createHash } from "node:crypto";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject } from "../../platform/testing.ts";
import { sharedServices, asSuperuser, RUN } from "../../testing/fixtures.ts";
import { aLibraryVideo } from "../../testing/library-videos.ts";
import { readInstallationVideo } from "./details.ts";
import { checkSource, verifySource } from "./source-check.ts";

const services = await sharedServices();

const BYTES = Buffer.from("The film as it arrived");

/** A video whose stored original has these bytes; null for none. */
async function aStored(stored: Buffer | null): Promise<number> {
  const id = await aLibraryVideo(services, {}, await aProject(services), { title: "Original" });
  const key = `assets/${id}/source/film.mp4`;
  if (stored) await services.storage.put(key, stored);
  const sha256 = createHash("sha256").update(BYTES).digest();
  await updateRows(services, "videos", { id }, { source_key: key, source_bytes: BYTES.length, source_sha256: sha256 });
  return id;
}

test.each([
  ["matches", BYTES, BYTES.length],
  ["differs", Buffer.from("The film as it rotted!"), BYTES.length],
  ["missing", null, 0],
] as const)("an original is compared with its checksum: %s", async (state, stored, checkedBytes) => {
  const root = await asSuperuser(services);
  const id = await aStored(stored);
  expect((await readInstallationVideo(root, id)).source_check).toBeNull();
  await verifySource(root, id);
  expect((await readInstallationVideo(root, id)).source_check).toMatchObject({ state: "waiting", checked_bytes: 0 });
  await expect(verifySource(root, id)).rejects.toMatchObject({ code: "conflict" });
  await checkSource.run(services, { videoId: id }, RUN);
  const { source_check: check, log } = await readInstallationVideo(root, id);
  expect(check).toMatchObject({
    ...{ state, checked_bytes: checkedBytes, total_bytes: BYTES.length },
    finished_at: expect.any(Date),
  });
  expect(log).toMatchObject([{ action: "video.source_checked" }]);
});

test("a check that gives up says so, and can be begun again", async () => {
  const root = await asSuperuser(services);
  const id = await aStored(BYTES);
  await verifySource(root, id);
  await checkSource.gaveUp?.(services, { videoId: id }, { code: "internal", message: "", retryable: true });
  expect((await readInstallationVideo(root, id)).source_check).toMatchObject({ state: "failed" });
  await verifySource(root, id);
  expect((await readInstallationVideo(root, id)).source_check).toMatchObject({ state: "waiting", finished_at: null });
});

test("a video without an original is not checked", async () => {
  const id = await aLibraryVideo(services, {}, await aProject(services), { title: "Without" });
  await expect(verifySource(await asSuperuser(services), id)).rejects.toMatchObject({ code: "conflict" });
});
