import { holds } from "@kinora/contract/access.ts";
import { selectOrdered, selectRow } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder, withPreset } from "@kinora/domain/transcoding/project-ladder.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { authorize } from "../platform/access/scope.ts";
import { runTasks, type RunningWorker } from "../platform/jobs/worker.ts";
import { aProject, as, givePlan, type TestProject } from "../platform/testing.ts";
import { tasks } from "../rooms.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { queueSourceVideo } from "../testing/source-video.ts";
import { until } from "../testing/until.ts";
import { saveLadder } from "./ladder/ladder.ts";
import { retranscode, retryTranscode } from "./service.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(120_000) });

const services = await sharedServices();
let worker: RunningWorker;
beforeAll(async () => {
  worker = await runTasks(services, tasks, []);
});
afterAll(() => worker?.close());

const ended = (id: number) =>
  until(async () => {
    const video = await selectRow(services, "videos", { id });
    return ["complete", "failed"].includes(video.status) ? video : null;
  });
const renditions = (id: number) =>
  selectOrdered(services, "renditions", "id", { video_id: id, kind: "video" }, "label", "copied", "state");

async function steer(how: typeof retryTranscode, project: TestProject, id: number): Promise<void> {
  const grant = await authorize(services.db, project.owner, holds("video_edit", "video"), id);
  if (!grant || grant.projectId === null) throw new Error("A video's grant is a project.");
  return how(as(services, project.owner), { ...grant, projectId: grant.projectId }, id);
}

const passThrough = (project: TestProject) => {
  const grant = { accountId: project.accountId, projectId: project.projectId, owner: true, permissions: new Set([]) };
  return saveLadder(as(services, project.owner), grant, withPreset(defaultProjectLadder, "passthrough"));
};

test("no rendition has more lines than the plan allows, and nothing larger is copied", { tags: "@slow" }, async () => {
  const project = await aProject(services);
  await givePlan(services, project.accountId, { rendition_lines: 240 });
  const path = await clip("streamable", { width: 640, height: 360, durationSeconds: 4 });
  const encoded = await queueSourceVideo(services, project, path);
  expect(await ended(encoded)).toMatchObject({ status: "complete" });
  const only = [{ label: "240p", copied: false, state: "complete" }];
  expect(await renditions(encoded)).toEqual(only);

  await passThrough(project);
  const copied = await queueSourceVideo(services, project, path);
  expect(await ended(copied)).toMatchObject({ status: "complete" });
  expect(await renditions(copied)).toEqual(only);
});

test("a video for which too few minutes are left fails with the plan's name, and is made by a retry with a larger plan", async () => {
  const project = await aProject(services);
  const give = (minutes: number) => givePlan(services, project.accountId, { encoded_minutes: minutes });
  await give(1);
  await sql`
    insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
      waited_seconds, encode_seconds, renditions)
    values (880001, 1, 'A', ${project.projectId}, ${project.accountId}, 'complete', now(), 60, 1, 30, '[{"height": 720, "seconds": 57}]')`.execute(
    services.db,
  );
  const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 6 });
  const id = await queueSourceVideo(services, project, path);
  expect(await ended(id)).toMatchObject({
    status: "failed",
    failure: {
      code: "minutes_used",
      message:
        "The plan Small allows 1 encoded minute a month, of which none are left. Ask the operator for a larger one.",
      retryable: true,
    },
  });
  // What is copied costs nothing.
  await passThrough(project);
  const copied = await queueSourceVideo(services, project, path);
  expect(await ended(copied)).toMatchObject({ status: "complete" });
  expect(await renditions(copied)).toMatchObject([{ copied: true, state: "complete" }]);

  await sql`delete from account_terms where account_id = ${project.accountId}`.execute(services.db);
  await give(2);
  await steer(retryTranscode, project, id);
  expect(await ended(id)).toMatchObject({ status: "complete" });
  await sql`
    update transcode_records set renditions = '[{"height": 720, "seconds": 600}]' where account_id = ${project.accountId}`.execute(
    services.db,
  );
  await expect(steer(retranscode, project, copied)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("of which none are left"),
  });
});
