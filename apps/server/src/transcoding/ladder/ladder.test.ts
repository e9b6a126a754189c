import { insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder, enabledRungs, withPreset } from "@kinora/domain/transcoding/project-ladder.ts";
import { presetNamed } from "@kinora/domain/transcoding/saved-presets.ts";
import { expect, test } from "vitest";
import { aProject, givePlan } from "../../platform/testing.ts";
import { projectOfEachTest, grantOf, ownedBy, addVideos } from "../../testing/fixtures.ts";
import { applyLadder, cancelLadderRun, continueLadderRuns, newestRun } from "./ladder-runs.ts";
import { describeLadder, saveLadder } from "./ladder.ts";
import { readLadder, readVideoLadder } from "./read-ladder.ts";

const { services, project, context } = await projectOfEachTest();

const grant = () => grantOf(project);

async function videos(count: number, source = true): Promise<number[]> {
  const rows = await addVideos(
    services,
    project,
    Array.from({ length: count }, () => ({
      title: "A video",
      version: 1,
      source_key: source ? "assets/0/source/a.mp4" : null,
    })),
  );
  return rows.map(({ id }) => id);
}

const open = () =>
  services.db
    .selectFrom("transcodes")
    .select(["id", "video_id", "priority"])
    .where("project_id", "=", project.projectId)
    .where("state", "in", ["queued", "running"])
    .orderBy("id")
    .execute();
const run = () => newestRun(services.db, project.projectId);

/** Does the worker's part when a transcode ends. */
async function end(transcodeId: number, videoId: number, state: "complete" | "failed"): Promise<void> {
  await updateRows(services, "transcodes", { id: transcodeId }, { state, finished_at: new Date() });
  await updateRows(services, "videos", { id: videoId }, { status: "complete" });
}

test("a project has the usual ladder until it saves its own", async () => {
  expect(await readLadder(services.db, project.projectId)).toEqual(defaultProjectLadder);
  expect(await describeLadder(services, project.projectId)).toMatchObject({
    preset: "standard",
    updated_at: null,
    run: null,
  });
  const ladder = { ...withPreset(defaultProjectLadder, "basic"), mp4: false, maxFps: 30 as const };
  expect(await saveLadder(context, grant(), ladder)).toMatchObject({ preset: "basic", mp4: false, max_fps: 30 });
  expect(await readLadder(services.db, project.projectId)).toEqual(ladder);
  const stranger = await aProject(services);
  expect(await readLadder(services.db, stranger.projectId)).toEqual(defaultProjectLadder);
});

test("a project keeps ladders under names: saving without them leaves them, and a wrong one is refused", async () => {
  const basic = withPreset(defaultProjectLadder, "basic");
  const preset = presetNamed("Lectures", { ...basic, maxFps: 30, audioKbps: 96 });
  const saved = await saveLadder(context, grant(), { ...defaultProjectLadder, presets: [preset] });
  expect(saved.presets).toMatchObject([{ name: "Lectures", max_fps: 30, audio_kbps: 96 }]);
  expect(saved.presets[0]?.rungs.filter(({ enabled }) => enabled).map(({ height }) => height)).toEqual([360, 720]);
  await saveLadder(context, grant(), { ...basic, presets: undefined });
  expect((await readLadder(services.db, project.projectId)).presets).toEqual([preset]);
  const twice = { ...basic, presets: [preset, { ...preset, name: "lectures" }] };
  await expect(saveLadder(context, grant(), twice)).rejects.toMatchObject({
    code: "invalid",
    fields: { "presets.1.name": ["There is already a preset named lectures."] },
  });
  await saveLadder(context, grant(), { ...basic, presets: [] });
  expect((await readLadder(services.db, project.projectId)).presets).toEqual([]);
});

test("a ladder without a rung is refused", async () => {
  const rungs = defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: false }));
  await expect(saveLadder(context, grant(), { ...defaultProjectLadder, rungs })).rejects.toMatchObject({
    code: "invalid",
    fields: { rungs: [expect.any(String)] },
  });
});

test("the history is that of all machines, by top rung, weighted by the number of measurements", async () => {
  await insertRows(services, "media_speeds", [
    { host: "a", work: "ladder:1080p:normal", speed: 2, samples: 3 },
    { host: "b", work: "ladder:1080p:normal", speed: 6, samples: 1 },
    { host: "a", work: "ladder:720p:fast", speed: 9, samples: 1 },
    { host: "a", work: "ladder", speed: 4, samples: 9 },
  ]);
  expect((await describeLadder(services, project.projectId)).history).toEqual([
    { label: "1080p", speed: 3, samples: 4 },
  ]);
});

test("a run takes four videos at a time after every upload, skips those without an original, and reports its result", async () => {
  const [gone] = await videos(1, false);
  const all = await videos(6);
  const begun = await applyLadder(context, grant());
  expect(begun).toMatchObject({ state: "running", total: 7, done: 0 });
  await expect(applyLadder(context, grant())).rejects.toMatchObject({ code: "conflict" });
  await videos(1);

  await continueLadderRuns.run(services);
  await continueLadderRuns.run(services);
  const first = await open();
  expect(first.map((row) => row.video_id)).toEqual(all.slice(0, 4));
  expect(first.every(({ priority }) => priority < 0)).toBe(true);
  for (const [index, { id, video_id: videoId }] of first.entries())
    await end(id, videoId, index === 0 ? "failed" : "complete");
  await continueLadderRuns.run(services);
  expect(await run()).toMatchObject({ state: "running", done: 3, failed: 1, skipped: 1 });

  const second = await open();
  expect(second.map((row) => row.video_id)).toEqual(all.slice(4));
  await updateRows(services, "videos", { id: second[0]!.video_id }, { deleted_at: new Date() });
  await end(second[1]!.id, second[1]!.video_id, "complete");
  await continueLadderRuns.run(services);
  expect(await run()).toMatchObject({ state: "complete", total: 7, done: 4, failed: 1, skipped: 2 });
  expect(gone).toBeDefined();
});

test("a run gives a video its project's rungs, whatever preset it was uploaded with", async () => {
  const [id] = await videos(1);
  const video = { video_id: id ?? 0, ...ownedBy(project) };
  const preset = services.db.updateTable("videos").set({ ladder_preset: "basic" }).where("id", "=", video.video_id);
  await preset.execute();
  expect(await readVideoLadder(services.db, video)).toEqual(withPreset(defaultProjectLadder, "basic"));
  await applyLadder(context, grant());
  await continueLadderRuns.run(services);
  expect(await readVideoLadder(services.db, video)).toEqual(defaultProjectLadder);
});

test("what the account's plan does not allow is neither saved nor read, and said with the plan's name", async () => {
  await givePlan(services, project.accountId, { rendition_lines: 720 });
  const message = "The plan Small allows renditions of up to 720p. Ask the operator for a larger one.";
  await expect(saveLadder(context, grant(), defaultProjectLadder)).rejects.toMatchObject({
    code: "invalid",
    fields: { rungs: [message] },
  });
  const basic = withPreset(defaultProjectLadder, "basic");
  await saveLadder(context, grant(), basic);
  expect(await readLadder(services.db, project.projectId)).toEqual(basic);
  const [id] = await videos(1);
  const video = { video_id: id ?? 0, ...ownedBy(project) };
  await updateRows(services, "videos", { id: video.video_id }, { ladder_preset: "full" });
  const heights = async () => enabledRungs(await readVideoLadder(services.db, video)).map(({ label }) => label);
  expect(await heights()).toEqual(["240p", "360p", "480p", "720p"]);
});

test("videos are not transcoded again while the plan has no encoded minutes left", async () => {
  await videos(1);
  await givePlan(services, project.accountId, { encoded_minutes: 0 });
  await expect(applyLadder(context, grant())).rejects.toMatchObject({
    code: "conflict",
    message:
      "The plan Small allows 0 encoded minutes a month, of which none are left. Ask the operator for a larger one.",
  });
});

test("a cancelled run enqueues nothing more and a new one can start", async () => {
  await videos(6);
  await applyLadder(context, grant());
  await continueLadderRuns.run(services);
  expect(await cancelLadderRun(context, grant())).toMatchObject({ state: "cancelled" });
  await continueLadderRuns.run(services);
  expect(await open()).toHaveLength(4);
  expect(await cancelLadderRun(context, grant())).toMatchObject({ state: "cancelled" });
  expect(await applyLadder(context, grant())).toMatchObject({ state: "running", total: 2 });
});

test("without a finished video there is nothing to transcode again", async () => {
  await expect(applyLadder(context, grant())).rejects.toMatchObject({ code: "conflict" });
});
