import { clip } from "@kinora/media/fixtures/clips.ts";
import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { ConsolePeople, type ConsolePerson } from "./console-people.ts";
import { startKinora, type Environment } from "./environment.ts";
import { expectOneStory, expectWholeVideo } from "./finished-video.ts";
import { startFurther, type FurtherProcess } from "./further-process.ts";
import { LONG_TRANSCODING_PATIENCE_MS, TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { claimPorts, type PortClaim } from "./port-base.ts";
import { expect, test } from "./product.ts";
import { doubledJobs, unfinishedJobs } from "./queue-state.ts";
import { upload } from "./resumable-upload.ts";

let ports: PortClaim;
let kinora: Environment;
let project: PipelineProject;
let people: ConsolePeople;
let superuser: ConsolePerson;
let second: FurtherProcess;

test.beforeAll(async () => {
  ports = await claimPorts();
  kinora = await startKinora({ env: { KINORA_WORKER_NAME: "alpha" } });
  project = await makeProject(kinora);
  people = new ConsolePeople(kinora);
  superuser = await people.person("Grete Desk", { superuser: true });
  second = await startFurther(kinora, "worker", ports.base, { KINORA_WORKER_NAME: "beta" });
});
test.afterAll(async () => {
  await second?.kill("SIGKILL");
  await people?.close();
  await project?.db.destroy();
  await kinora?.stop();
  ports?.release();
});

/** How many jobs have a media tool that their worker has written down. */
const listedTools = async () =>
  (await project.db.selectFrom("job_claims").select("tools").execute()).filter(({ tools }) => tools.length > 0).length;

/** The jobs of transcodes that the workers of a name have. */
const mediaJobsOf = (name: string) =>
  project.db
    .selectFrom("job_claims")
    .innerJoin("workers", "workers.id", "job_claims.worker_id")
    .select("job_id")
    .where("workers.name", "=", name)
    .where("queue", "in", ["transcoding.prepare", "transcoding.chunk", "transcoding.audio"])
    .execute();

async function uploadFilm(durationSeconds: number) {
  const path = await clip("longGop", { width: 320, height: 180, durationSeconds });
  return upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
}

test("a worker is drained in the midst of transcodes: it finishes, takes nothing more, also after a restart, and nothing is lost or done twice", async ({
  page,
}) => {
  await people.arrive(page, superuser, "/advanced/transcoding");
  const list = page.getByRole("list", { name: "Workers" });
  const beta = list.getByRole("listitem").filter({ hasText: "beta" });
  await expect(list.getByRole("listitem").filter({ hasText: "alpha" })).toBeVisible();
  await expect(beta).toBeVisible();

  const stories = await Promise.all([uploadFilm(60), uploadFilm(60)]);
  await until("beta has work", async () => (await mediaJobsOf("beta")).length > 0, TRANSCODING_PATIENCE_MS);
  // A telephone is enough to drain a worker.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Actions for beta" }).click();
  await page.getByRole("menuitem", { name: "Drain" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Drain" }).click();
  await expect(beta).toContainText("drained");
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await until("beta has finished", async () => (await mediaJobsOf("beta")).length === 0, TRANSCODING_PATIENCE_MS);
  await expect(beta).toContainText("drained: takes nothing");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  await second.kill("SIGTERM");
  await expect(beta).toContainText("drained, not running");
  second = await startFurther(kinora, "worker", ports.base, { KINORA_WORKER_NAME: "beta" });
  await expect(beta).toContainText("drained: takes nothing");
  for (const { videoId, sha256 } of stories) {
    await untilEnded(project, videoId, LONG_TRANSCODING_PATIENCE_MS);
    await expectWholeVideo(project, { videoId, sha256, dataDir: kinora.dataDir });
    await expectOneStory(project, videoId);
  }
  expect(await mediaJobsOf("beta")).toEqual([]);
  expect(await doubledJobs(project)).toEqual([]);
  await until("every job is done", async () => (await unfinishedJobs(project)).length === 0, TRANSCODING_PATIENCE_MS);
  await page.getByRole("button", { name: "Actions for beta" }).click();
  await page.getByRole("menuitem", { name: "Take jobs again" }).click();
  await expect(beta).not.toContainText("drained");
});

test("the queue is paused and resumed; a job's command is shown and its tools are killed, and the video is whole", async ({
  page,
}) => {
  await people.arrive(page, superuser, "/advanced/transcoding");
  await page.getByRole("button", { name: "Pause the queue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause the queue" }).click();
  await expect(page.getByText("The queue is paused")).toBeVisible();
  const { videoId, sha256 } = await uploadFilm(150);
  const row = page.getByRole("row").filter({ hasText: "Waiting" });
  await expect(row).toBeVisible();
  expect(await mediaJobsOf("alpha")).toEqual([]);
  const effort = page.getByRole("combobox", { name: "Encoder effort" });
  await effort.click();
  await page.getByRole("option", { name: "Best picture: three times the time" }).click();
  await expect(effort).toHaveValue("Best picture: three times the time");
  await page.getByRole("button", { name: "Resume the queue" }).click();

  const running = page.getByRole("row").filter({ hasText: "Running" });
  await expect(running).toBeVisible({ timeout: TRANSCODING_PATIENCE_MS });
  const choose = async (action: string) => {
    await running.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await until("a media tool is listed", async () => (await listedTools()) > 0, TRANSCODING_PATIENCE_MS);
  await choose("Kill the media tools");
  await page.getByRole("dialog").getByRole("button", { name: "Kill the media tools" }).click();
  await expect(page.getByText("The media tools of this transcode are ended")).toBeVisible();
  await choose("Commands and output");
  const command = page.getByRole("dialog").getByRole("textbox").first();
  await expect(command).toHaveValue(/^ffmpeg /);
  expect(await command.inputValue()).not.toContain(kinora.dataDir);
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const video = await untilEnded(project, videoId, LONG_TRANSCODING_PATIENCE_MS);
  expect(video.failure).toBeNull();
  await expectWholeVideo(project, { videoId, sha256, dataDir: kinora.dataDir });
});

test("an account is suspended in the midst of a transcode: the video becomes whole, and nothing is encoded twice", async ({
  page,
}) => {
  const { videoId, sha256 } = await uploadFilm(60);
  await until("a worker has it", async () => (await mediaJobsOf("alpha")).length > 0, TRANSCODING_PATIENCE_MS);
  await people.arrive(page, superuser, "/advanced/accounts");
  const act = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Resilient" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Suspend");
  await page.getByRole("textbox", { name: "Reason" }).fill("Two unpaid invoices");
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  const row = page.getByRole("row").filter({ hasText: "Resilient" });
  await expect(row).toContainText("Suspended");
  await untilEnded(project, videoId, LONG_TRANSCODING_PATIENCE_MS);
  await expectWholeVideo(project, { videoId, sha256, dataDir: kinora.dataDir });
  await expectOneStory(project, videoId);
  expect(await doubledJobs(project)).toEqual([]);
  await act("Reopen");
  await expect(row).toContainText("Active");
});
