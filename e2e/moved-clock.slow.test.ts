import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selectRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { unpackDebian } from "../tools/deploy/debian.ts";
import { startKinora, type Environment } from "./environment.ts";
import { kinoraCommand } from "./kinora-command.ts";
import { publishTo } from "./live-publisher.ts";
import { startOutsideDatabase } from "./outside-database.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";

const cleanUp = new AsyncDisposableStack();
let folder: string;
let kinora: Environment;
let project: PipelineProject;

/** Sets the wall clock of Kinora's processes, such as `+20m`; those of the database and the publisher stay. */
function moveClock(offset: string): void {
  writeFileSync(join(folder, "next"), `${offset}\n`);
  renameSync(join(folder, "next"), join(folder, "clock"));
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kinora-clock-"));
  chmodSync(folder, 0o755);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
  await unpackDebian("libfaketime", folder);
  moveClock("+0");
  const database = await startOutsideDatabase(cleanUp);
  const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
  kinora = await startKinora({
    env: {
      DATABASE_URL: database.url,
      LD_PRELOAD: join(folder, `usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`),
      FAKETIME_TIMESTAMP_FILE: join(folder, "clock"),
      FAKETIME_CACHE_DURATION: "1",
      // As the kernel has it: a clock that is set leaves the one that only counts.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  });
  cleanUp.defer(() => kinora.stop());
  project = await makeProject(kinora);
  cleanUp.defer(() => project.db.destroy());
});
test.afterAll(() => cleanUp.disposeAsync());

async function newestSegment(hash: string): Promise<number> {
  const answer = await fetch(`${kinora.urls.edge}/hls/${hash}/source/index.m3u8`);
  const text = answer.ok ? await answer.text() : "";
  return Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? -1) + (text.match(/^#EXTINF/gm)?.length ?? 0);
}

/** What the doctor says of the clock. */
async function clockFinding(): Promise<{ state: string; message: string } | undefined> {
  const lines = (await kinoraCommand(kinora, "doctor", "--json")).trim().split("\n");
  return lines
    .map((line) => JSON.parse(line) as { subject: string; state: string; message: string })
    .find(({ subject }) => subject === "clock");
}

test("a clock that is moved forwards and back loses no upload, no job and no livestream", async () => {
  const made = await project.call("POST", `/projects/${project.projectId}/streams`, { name: "Harbour" });
  const stream = made.body["data"] as { id: number; hash: string };
  const { body } = await project.call("POST", `/streams/${stream.id}/key/reveal`, {});
  const publisher = await publishTo(`${kinora.urls.rtmp}/live/${String(body["key"])}`);
  cleanUp.defer(() => publisher.stop());
  await until("the livestream plays", async () => (await newestSegment(stream.hash)) > 1, LIVE_PATIENCE_MS);
  const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 6 });
  const pids = { ...kinora.pids };

  for (const offset of ["+20m", "-20m"]) {
    // Midway in an upload, before its video is encoded.
    let isMoved = false;
    const onAcknowledged = () => {
      if (!isMoved) moveClock(offset);
      isMoved = true;
    };
    const { videoId } = await upload({
      project,
      api: () => kinora.urls.api,
      path,
      stepBytes: 64 * 1024,
      onAcknowledged,
    });
    const video = await untilEnded(project, videoId);
    expect(video.status).toBe("complete");
    expect(await project.call("PATCH", `/videos/${videoId}/publish`, { published: true })).toMatchObject({
      status: 200,
    });
    await until("the video plays", async () => (await fetch(`${kinora.urls.edge}/hls/${video.hash}/master.m3u8`)).ok);
    const segment = await newestSegment(stream.hash);
    await until(
      "the livestream goes on",
      async () => (await newestSegment(stream.hash)) > segment + 1,
      LIVE_PATIENCE_MS,
    );
    expect(await clockFinding()).toMatchObject({
      state: "warning",
      message: expect.stringMatching(/^(1199|120[01])\.\d s from the database's clock$/),
    });
    for (const url of [kinora.urls.api, kinora.urls.login, kinora.urls.edge])
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }
  moveClock("+0");
  await until("the clocks agree", async () => (await clockFinding())?.state === "ok");
  const sessions = await selectRows(project, "stream_sessions", { stream_id: stream.id }, "id", "ended_at");
  expect(sessions).toEqual([{ id: expect.anything(), ended_at: null }]);
  expect(kinora.pids).toEqual(pids);
});
