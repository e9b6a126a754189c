import { readFile } from "node:fs/promises";
import { selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { afterAll, expect, test } from "vitest";
import { runTasks } from "../../platform/jobs/worker.ts";
import { as } from "../../platform/testing.ts";
import { anEdge, aVideo } from "../../playback/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { readPoster } from "../details/details.ts";
import { makePosterByHand, resetPoster, takePoster, uploadPoster } from "./posters-by-hand.ts";
import { putBackPoster, setAnimatedPreview } from "./posters-put-back.ts";
import { deletePoster } from "./posters-stored.ts";

const { services, project, grant } = await sharedProject();
const worker = await runTasks(services, [makePosterByHand, deletePoster], []);
const edge = await anEdge(services);
afterAll(async () => {
  await edge?.app.close();
  await worker?.close();
});

const context = () => as(services, project.owner);
const settled = (id: number) =>
  until(async () => {
    const poster = await readPoster(as(services, project.owner), id);
    return poster.working ? null : poster;
  });
const imagesOf = async (id: number) => await selectRow(services, "videos", { id }, "images", "extra_bytes");

async function aPicture(extension: string, size: string): Promise<string> {
  const args = ["-f", "lavfi", "-i", `testsrc=size=${size}:rate=1`, "-frames:v", "1"];
  return (await readFile(await encodedOnce(extension, args))).toString("base64");
}

test("a frame becomes the poster, viewers get it, and the video's own comes back", async () => {
  const video = await aVideo(services, project);
  const key = `assets/${video.id}/source/film.mp4`;
  await services.storage.put(
    key,
    await readFile(await clip("streamable", { width: 1280, height: 720, durationSeconds: 6 })),
  );
  await services.storage.put(`assets/${video.id}/v1/posters/720p.jpg`, Buffer.from("own"));
  await updateRows(services, "videos", { id: video.id }, { source_key: key });
  await takePoster(context(), grant, video.id, 3);
  expect(await settled(video.id)).toMatchObject({ by_hand: true, error: null });
  const { images, extra_bytes: bytes } = await imagesOf(video.id);
  expect(Object.keys(images).toSorted()).toEqual(["360p", "720p"]);
  expect(bytes).toBeGreaterThan(1_000);
  const address = `${edge.url}/hls/${video.hash}/${images["720p"]?.replace(`assets/${video.id}/`, "")}`;
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  await resetPoster(context(), grant, video.id);
  expect(await imagesOf(video.id)).toEqual({
    images: { "720p": `assets/${video.id}/v1/posters/720p.jpg` },
    extra_bytes: 0,
  });
});

test.each([
  ["png", "1000x600", ["360p"]],
  ["webp", "1920x1080", ["1080p", "360p", "720p"]],
])("a %s of %s becomes posters no larger than it", async (extension, size, labels) => {
  const { id } = await aVideo(services, project);
  await uploadPoster(context(), grant, id, await aPicture(extension, size));
  expect(await settled(id)).toMatchObject({ by_hand: true, error: null });
  expect(Object.keys((await imagesOf(id)).images).toSorted()).toEqual(labels);
});

test("a broken picture leaves the poster as it was and states why", async () => {
  const { id } = await aVideo(services, project);
  const broken = Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.alloc(500, 7)]).toString("base64");
  await uploadPoster(context(), grant, id, broken);
  const poster = await settled(id);
  expect(poster).toMatchObject({ by_hand: false, error: expect.stringContaining("cannot be read") });
  await expect(uploadPoster(context(), grant, id, Buffer.from("<svg></svg>").toString("base64"))).rejects.toThrow(
    "JPEG, PNG or WebP",
  );
  await expect(uploadPoster(context(), grant, id, Buffer.alloc(5_300_000, 1).toString("base64"))).rejects.toThrow(
    "5 MB",
  );
});

test("a poster that was replaced comes back, one still being made is cancelled, and a deleted one is refused", async () => {
  const { id } = await aVideo(services, project);
  await uploadPoster(context(), grant, id, await aPicture("png", "1000x600"));
  const first = await settled(id);
  await uploadPoster(context(), grant, id, await aPicture("png", "1400x800"));
  const second = await settled(id);
  expect(second.number).toBeGreaterThan(first.number);
  const { images, extra_bytes: bytes } = await imagesOf(id);
  await putBackPoster(context(), grant, id, first.number);
  await putBackPoster(context(), grant, id, first.number);
  expect(await readPoster(as(services, project.owner), id)).toMatchObject({
    number: first.number,
    by_hand: true,
    working: false,
  });
  expect((await imagesOf(id)).images).not.toEqual(images);
  expect((await imagesOf(id)).extra_bytes).toBeLessThan(bytes);
  await putBackPoster(context(), grant, id, second.number);
  expect(await imagesOf(id)).toEqual({ images, extra_bytes: bytes });
  await expect(putBackPoster(context(), grant, id, 7)).rejects.toMatchObject({ code: "conflict" });
  await putBackPoster(context(), grant, id, 0);
  expect(await readPoster(as(services, project.owner), id)).toMatchObject({ number: 0, by_hand: false });
});

test("switching the animated preview off is idempotent", async () => {
  const { id } = await aVideo(services, project);
  expect((await readPoster(as(services, project.owner), id)).animated).toBe(true);
  for (let time = 0; time < 2; time++) await setAnimatedPreview(context(), grant, id, false);
  expect((await readPoster(as(services, project.owner), id)).animated).toBe(false);
  const entries = await selectRows(services, "audit_log", { object_id: id }, "changes");
  expect(entries).toEqual([{ changes: { animated_preview: [true, false] } }]);
});
