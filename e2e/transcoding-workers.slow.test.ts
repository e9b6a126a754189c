import { selectRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { obstaclesInBothSchemes, pixelsTooWide } from "./accessibility.ts";
import { BusyProject } from "./busy-project.ts";
import { ConsolePeople, type ConsolePerson } from "./console-people.ts";
import { startKinora, type Environment } from "./environment.ts";
import { expectOneStory } from "./finished-video.ts";
import { startFurther, type FurtherProcess } from "./further-process.ts";
import { PATIENCE_MS, TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { makeProject, until, type PipelineProject } from "./pipeline-project.ts";
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
let busy: BusyProject;

test.beforeAll(async () => {
  ports = await claimPorts();
  kinora = await startKinora({ env: { KINORA_WORKER_NAME: "alpha" } });
  project = await makeProject(kinora);
  people = new ConsolePeople(kinora);
  superuser = await people.person("Grete Desk", { superuser: true });
  second = await startFurther(kinora, "worker", ports.base, { KINORA_WORKER_NAME: "beta" });
  busy = await BusyProject.start(kinora, project);
});
test.afterAll(async () => {
  await busy?.stop();
  await second?.kill("SIGKILL");
  await people?.close();
  await project?.db.destroy();
  await kinora?.stop();
  ports?.release();
});

/** How many jobs have a media tool that their worker has written down. */
const listedTools = async () =>
  (await selectRows(project, "job_claims", {}, "tools")).filter(({ tools }) => tools.length > 0).length;

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

test("a worker is drained during uploads, transcodes, a livestream and playback: it finishes, takes nothing more, also after a restart, and nothing is lost or done twice", async ({
  page,
}) => {
  await people.arrive(page, superuser, "/advanced/transcoding");
  const list = page.getByRole("list", { name: "Workers" });
  const beta = list.getByRole("listitem").filter({ hasText: "beta" });
  await expect(list.getByRole("listitem").filter({ hasText: "alpha" })).toBeVisible();
  await expect(beta).toBeVisible();

  const encoded = await Promise.all([uploadFilm(60), uploadFilm(60)]);
  const uploaded = await busy.uploadAround(async () => {
    await until("beta has work", async () => (await mediaJobsOf("beta")).length > 0, TRANSCODING_PATIENCE_MS);
    // A telephone is enough to drain a worker.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Actions for beta" }).click();
    await page.getByRole("menuitem", { name: "Drain" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Drain" }).click();
    await expect(beta).toContainText(/Drain(?:ing|ed)/);
  });
  await busy.expectToPlay();
  await expect.poll(() => pixelsTooWide(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await until("beta has finished", async () => (await mediaJobsOf("beta")).length === 0, TRANSCODING_PATIENCE_MS);
  await expect(beta).toContainText("Drained");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  await second.kill("SIGTERM");
  await expect(beta).toContainText("Drained, not running");
  second = await startFurther(kinora, "worker", ports.base, { KINORA_WORKER_NAME: "beta" });
  await expect(beta).toContainText("Drained");
  for (const story of [...encoded, uploaded]) {
    await busy.expectWhole(story);
    await expectOneStory(project, story.videoId);
  }
  await busy.expectToPlay();
  expect(busy.live.discontinuities).toBe(0);
  expect(await mediaJobsOf("beta")).toEqual([]);
  expect(await doubledJobs(project)).toEqual([]);
  await until("every job is done", async () => (await unfinishedJobs(project)).length === 0, TRANSCODING_PATIENCE_MS);
  await page.getByRole("button", { name: "Actions for beta" }).click();
  await page.getByRole("menuitem", { name: "Resume" }).click();
  await expect(beta).not.toContainText(/Drain(?:ing|ed)/);
});

test("the queue is paused, and the tools of a transcode are killed during an upload, a livestream and playback, and nothing is lost", async ({
  page,
}) => {
  await people.arrive(page, superuser, "/advanced/transcoding");
  await page.getByRole("button", { name: "Pause the queue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause the queue" }).click();
  await expect(page.getByText("The queue is paused")).toBeVisible();
  const encoded = await uploadFilm(150);
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
  const uploaded = await busy.uploadAround(async () => {
    await until("a media tool is listed", async () => (await listedTools()) > 0, TRANSCODING_PATIENCE_MS);
    await choose("Kill the media tools");
    await page.getByRole("dialog").getByRole("button", { name: "Kill the media tools" }).click();
    await expect(page.getByText("The media tools of this transcode are ended")).toBeVisible();
  });
  await busy.expectToPlay();
  await choose("Commands and output");
  const command = page.getByRole("dialog").getByRole("textbox").first();
  await expect(command).toHaveValue(/^ffmpeg /);
  expect(await command.inputValue()).not.toContain(kinora.dataDir);
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  for (const story of [encoded, uploaded]) await busy.expectWhole(story);
  await busy.expectToPlay();
  expect(busy.live.discontinuities).toBe(0);
});

test("an account is suspended during an upload, a transcode, a livestream and playback, and nothing is lost", async ({
  page,
}) => {
  await people.arrive(page, superuser, "/advanced/accounts");
  const row = page.getByRole("row").filter({ hasText: "Resilient" });
  const act = async (action: string) => {
    await page.getByRole("button", { name: "Actions for Resilient" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const encoded = await uploadFilm(60);
  await until("a worker has it", async () => (await mediaJobsOf("alpha")).length > 0, TRANSCODING_PATIENCE_MS);
  const uploaded = await busy.uploadAround(async (address, offset) => {
    await act("Suspend");
    await page.getByRole("textbox", { name: "Reason" }).fill("Two unpaid invoices");
    await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    await expect(row).toContainText("Suspended");
    await busy.disconnected;
    // During a look, a playlist that was listed can be refused already.
    await expect(async () => {
      expect(await busy.plays()).toEqual({ video: false, live: false });
    }).toPass({ timeout: PATIENCE_MS });
    const refused = await fetch(address, {
      method: "PATCH",
      headers: {
        ...project.headers,
        "tus-resumable": "1.0.0",
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      },
      body: "not taken",
    });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("This account is suspended");
    // A video that was accepted before is still encoded.
    await busy.expectWhole(encoded);
    await act("Reopen");
    await expect(row).toContainText("Active");
  });
  await expectOneStory(project, encoded.videoId);
  await busy.expectWhole(uploaded);
  await expectOneStory(project, uploaded.videoId);
  expect(await doubledJobs(project)).toEqual([]);
  await busy.publishAgain();
  await busy.expectToPlay();
});
