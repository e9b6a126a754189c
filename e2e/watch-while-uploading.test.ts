import { readFile } from "node:fs/promises";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Page } from "@playwright/test";
import { makeProject, readVideo, until, type PipelineProject } from "./pipeline-project.ts";
import { bigPlay, expectPlaying, facts, problemsOf } from "./played-page.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";

/** Steps of an upload until its viewer has seen a frame: fewer than the file has. */
const STEPS_BEFORE_FIRST_FRAME = 4;
const STEPS = 12;

/** Uploads a file and holds its last steps back until `watch` has seen what it waits for. */
async function uploadSlowly(
  project: PipelineProject,
  api: string,
  path: string,
  watch: (hash: string) => Promise<void>,
): Promise<{ videoId: number; hash: string }> {
  const { length } = await readFile(path);
  let steps = 0;
  let hash = "";
  const { videoId } = await upload({
    project,
    api: () => api,
    path,
    stepBytes: Math.ceil(length / STEPS),
    async onAcknowledged(offset, id) {
      steps += 1;
      if (steps !== STEPS_BEFORE_FIRST_FRAME) return;
      expect(offset).toBeLessThan(length);
      const published = await project.db
        .updateTable("videos")
        .set({ published: true })
        .where("file_id", "=", id)
        .returning("hash")
        .executeTakeFirstOrThrow();
      hash = published.hash;
      await watch(hash);
    },
  });
  return { videoId, hash };
}

/** Plays an embed until frames were shown. */
async function playEmbed(page: Page, edge: string, hash: string): Promise<void> {
  await page.goto(`${edge}/embed/${hash}`);
  await bigPlay(page).click();
  await expectPlaying(page);
}

test("a video plays before its last byte is uploaded, and changes over to its renditions where it is", async ({
  page,
  product,
}) => {
  const project = await makeProject(product);
  const problems = problemsOf(page);
  const media: string[] = [];
  page.on("request", (request) => {
    const file = /\/(progressive\.mp4|master\.m3u8)$/.exec(new URL(request.url()).pathname)?.[1];
    if (file && media.at(-1) !== file) media.push(file);
  });
  const film = await clip("streamable", { durationSeconds: 60, width: 640, height: 360 });
  const { videoId } = await uploadSlowly(project, product.urls.api, film, async (hash) => {
    await playEmbed(page, product.urls.edge, hash);
    expect((await facts(page)).duration).toBeCloseTo(60, 0);
    expect(media).toEqual(["progressive.mp4"]);
    await page.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
  });
  const { time } = await facts(page);
  await until("it is playable", async () => (await readVideo(project, videoId))?.playable);
  await expect.poll(() => media).toEqual(["progressive.mp4", "master.m3u8"]);
  await expect.poll(async () => (await facts(page)).time).toBeCloseTo(time, 1);
  await page.locator("video").evaluate((video: HTMLVideoElement) => video.play());
  await expectPlaying(page, time);
  expect(problems).toEqual([]);
});

for (const name of ["webm", "twoLanguages"] as const)
  test(`a viewer of ${name} sees a frame before its last byte`, { tag: "@slow" }, async ({ page, product }) => {
    const project = await makeProject(product);
    const film = await clip(name, { durationSeconds: 20 });
    await uploadSlowly(project, product.urls.api, film, (hash) => playEmbed(page, product.urls.edge, hash));
  });

test("a file that plays only once it is whole says so until then", { tag: "@slow" }, async ({ page, product }) => {
  const project = await makeProject(product);
  const film = await clip("longGop", { durationSeconds: 20 });
  await uploadSlowly(project, product.urls.api, film, async (hash) => {
    await page.goto(`${product.urls.edge}/embed/${hash}`);
    await expect(page.getByText("This video is being prepared")).toBeVisible();
  });
  await expect(bigPlay(page)).toBeVisible();
});
