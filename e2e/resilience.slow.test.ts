import { join } from "node:path";
import { findPostmaster } from "@kinora/db/embedded/postmaster.ts";
import { isAlive } from "@kinora/db/embedded/process-identity.ts";
import { findRow } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { claimedJob, takenUp } from "./claimed-job.ts";
import { startKinora, type Environment } from "./environment.ts";
import { expectOneStory, expectWholeVideo, strayFiles } from "./finished-video.ts";
import { seededKills, type Victim } from "./kill-plan.ts";
import { mediaProcesses, untilGone } from "./media-processes.ts";
import { LONG_TRANSCODING_PATIENCE_MS, RESTART_PATIENCE_MS, TRANSCODING_PATIENCE_MS, patient } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { doubledJobs, failedRuns, unfinishedJobs } from "./queue-state.ts";
import { upload, type UploadStory } from "./resumable-upload.ts";

/** At least this many processes are killed; RESILIENCE_KILLS asks for more. */
const KILLS = Math.max(20, Number(process.env["RESILIENCE_KILLS"] ?? 20));
const SEED = Number(process.env["RESILIENCE_SEED"] ?? Math.floor(Math.random() * 1e9));
const UNDER_WAY = 2;

let kinora: Environment;
let project: PipelineProject;
test.beforeAll(async () => {
  kinora = await startKinora();
  project = await makeProject(kinora);
});
test.afterAll(async () => {
  await project?.db.destroy();
  await kinora?.stop();
});

const sources = () =>
  Promise.all([
    clip("longGop", { width: 320, height: 180, durationSeconds: 26 }),
    clip("streamable", { width: 320, height: 180, durationSeconds: 10 }),
    clip("silent", { width: 320, height: 180, durationSeconds: 14 }),
  ]);

test(`nothing is lost, doubled or left behind when ${KILLS} processes are killed between upload and published video`, async () => {
  test.setTimeout(patient(600_000));
  process.stdout.write(`RESILIENCE_SEED=${SEED}\n`);
  const clips = await sources();
  const stories: UploadStory[] = [];
  const ended: Promise<unknown>[] = [];
  let killing = true;
  const uploading = Array.from({ length: UNDER_WAY }, async (_, line) => {
    for (let turn = line; killing; turn += UNDER_WAY) {
      const path = clips[turn % clips.length] ?? "";
      const story = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 96 * 1024, pauseMs: 60 });
      stories.push(story);
      const end = untilEnded(project, story.videoId, LONG_TRANSCODING_PATIENCE_MS);
      ended.push(end);
      // The next begins while this one is being transcoded, and no more than that wait.
      await until(
        "the video is under way",
        async () => {
          const transcode = await findRow(project, "transcodes", { video_id: story.videoId }, "state").catch(
            () => null,
          );
          return transcode && transcode.state !== "queued";
        },
        RESTART_PATIENCE_MS,
      );
      if (stories.length % 3 === 0) await end;
    }
  });

  const counts: Record<string, number> = {};
  const ffmpegHits = new Map<number, number>();
  try {
    for (const { victim, afterMs } of seededKills(SEED, KILLS)) {
      await new Promise((wake) => setTimeout(wake, afterMs));
      await strike(kinora, victim, ffmpegHits);
      counts[victim] = (counts[victim] ?? 0) + 1;
    }
  } finally {
    killing = false;
  }
  await Promise.all(uploading);
  await Promise.all(ended);
  await until(
    "every job is done",
    async () => (await unfinishedJobs(project)).length === 0,
    TRANSCODING_PATIENCE_MS,
  ).catch(async () => {
    expect(await unfinishedJobs(project)).toEqual([]);
  });

  for (const { videoId, sha256, resumes } of stories) {
    await expectWholeVideo(project, { videoId, sha256, dataDir: kinora.dataDir });
    await expectOneStory(project, videoId);
    // A resumed upload begins at byte 0 only when nothing had been acknowledged.
    expect(resumes.filter(({ offset, acknowledged }) => offset === 0 && acknowledged > 0)).toEqual([]);
  }
  expect(await doubledJobs(project)).toEqual([]);
  await until("no stray file is left", async () => strayFiles(kinora.dataDir).length === 0, RESTART_PATIENCE_MS).catch(
    () => {
      expect(strayFiles(kinora.dataDir)).toEqual([]);
    },
  );
  await untilGone("after everything", mediaProcesses(kinora.dataDir));
  const resumed = stories.flatMap(({ resumes }) => resumes).length;
  process.stdout.write(`${stories.length} videos, ${resumed} resumed uploads, kills: ${JSON.stringify(counts)}\n`);
});

test("a worker asked to stop hands its jobs back, and nothing counts as failed", async () => {
  const path = await clip("longGop", { width: 320, height: 180, durationSeconds: 60 });
  const { videoId } = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
  const before = await claimedJob(kinora, project, videoId);
  const said = kinora.output().length;
  const tools = mediaProcesses(kinora.dataDir);
  const pid = kinora.kill("worker", "SIGTERM");
  await untilGone("after SIGTERM of the worker", tools);
  await kinora.untilReady("worker", pid);
  const after = await until(
    "the same job is claimed by another worker",
    () => takenUp(project, before),
    RESTART_PATIENCE_MS,
  );
  expect(after.handBacks).toBe(before.handBacks + 1);
  await untilEnded(project, videoId);
  await expectWholeVideo(project, { videoId, dataDir: kinora.dataDir });
  await expectOneStory(project, videoId);
  expect(await failedRuns(project, videoId)).toEqual([]);
  expect(kinora.output().slice(said)).not.toContain("task failed");
});

test("while PostgreSQL is away public videos keep playing, and no role has to be started again", async () => {
  const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 10 });
  const { videoId } = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
  const { hash } = await untilEnded(project, videoId);
  expect(await project.call("PATCH", `/videos/${videoId}/publish`, { published: true })).toMatchObject({ status: 200 });
  const addresses = [
    "master.m3u8",
    "v1/180p/index.m3u8",
    "v1/180p/init.mp4",
    "v1/180p/00000.m4s",
    "v1/audio/00000.m4s",
  ];
  const play = () =>
    Promise.all(addresses.map(async (name) => (await fetch(`${kinora.urls.edge}/hls/${hash}/${name}`)).status));
  await until("the video plays", async () => (await play()).every((status) => status === 200));

  const pids = { ...kinora.pids };
  const answers: number[][] = [];
  const asked = new Map<number, string>();
  let away = true;
  const viewer = (async () => {
    while (away) answers.push(await play());
  })();
  const caller = (async () => {
    while (away) {
      const { status, body } = await project.call("GET", `/videos/${videoId}`);
      asked.set(status, String(body["message"]));
    }
  })();
  await strike(kinora, "postgres", new Map());
  away = false;
  await Promise.all([viewer, caller]);
  expect(answers.length).toBeGreaterThan(1);
  expect(answers.flat().filter((status) => status !== 200)).toEqual([]);
  asked.delete(200);
  expect([...asked]).toEqual([[503, "The database is away for a moment. Please try again."]]);
  expect(kinora.pids).toEqual(pids);
});

/** Kills one process and waits until what keeps it running has brought it back. */
async function strike(product: Environment, victim: Victim, ffmpegHits: Map<number, number>): Promise<void> {
  const { dataDir } = product;
  if (victim === "ffmpeg") return killMediaTool(dataDir, ffmpegHits);
  if (victim === "postgres") {
    const before = findPostmaster(join(dataDir, "postgres"))?.identity;
    if (!before) throw new Error("PostgreSQL does not run.");
    process.kill(before.pid, "SIGKILL");
    await until(
      "PostgreSQL is running again",
      async () => {
        const now = findPostmaster(join(dataDir, "postgres"));
        return !isAlive(before) && now && now.identity.pid !== before.pid;
      },
      RESTART_PATIENCE_MS,
    );
    await until(
      "the API answers",
      async () => (await fetch(`${product.urls.api}/readyz`).catch(() => null))?.ok,
      RESTART_PATIENCE_MS,
    );
    return;
  }
  const tools = victim === "worker" ? mediaProcesses(dataDir) : [];
  const pid = product.kill(victim, "SIGKILL");
  await untilGone("after kill -9 of the worker", tools);
  await product.untilReady(victim, pid);
}

/** Kills a running ffmpeg; one video loses at most two, because a third failure of the same work is final. */
async function killMediaTool(dataDir: string, hits: Map<number, number>): Promise<void> {
  const tool = await until(
    "a media tool runs",
    async () => mediaProcesses(dataDir).find(({ videoId }) => videoId !== null && (hits.get(videoId) ?? 0) < 2),
    RESTART_PATIENCE_MS,
  );
  const { pid, videoId } = tool;
  hits.set(videoId ?? 0, (hits.get(videoId ?? 0) ?? 0) + 1);
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended on its own a moment before.
  }
}
