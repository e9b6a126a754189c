import { selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder, usualRungs } from "@kinora/domain/transcoding/project-ladder.ts";
import { planEncoding } from "@kinora/media/encoding/encoding-plan.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { runTasks, type RunningWorker } from "../../platform/jobs/worker.ts";
import { as } from "../../platform/testing.ts";
import { tasks } from "../../rooms.ts";
import { grantOf, sharedProject } from "../../testing/fixtures.ts";
import { queueSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";
import { readVideo } from "../../videos/service.ts";
import { openTranscode, type StoredPlan, type Transcode, type Workplace } from "../encoding/transcode.ts";
import { saveLadder } from "../ladder/ladder.ts";
import { addMissingRungs } from "../renditions/rendition-redo.ts";
import { dropSimilarRungs } from "./similar-rungs.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000) });

const { services, project } = await sharedProject();
const shape = { width: 1280, height: 720, fps: "10", durationSeconds: 4 };
// That rung is made in AV1, too.
const rungs = defaultProjectLadder.rungs.map((rung) =>
  rung.height === 480 ? { ...rung, codecs: ["av1" as const] } : rung,
);
let worker: RunningWorker;

const save = (dropSimilar: boolean, remux = false) =>
  saveLadder(as(services, project.owner), grantOf(project), { ...defaultProjectLadder, rungs, dropSimilar, remux });

beforeAll(async () => {
  await save(true);
  worker = await runTasks(services, tasks, []);
});
afterAll(() => worker.close());

const page = (id: number) => readVideo(as(services, project.owner), grantOf(project), id);
const complete = (id: number, version: number) =>
  until(async () => {
    const video = await selectRow(services, "videos", { id });
    expect(video.failure).toBeNull();
    return video.status === "complete" && video.version === version ? video : null;
  }, patient(170_000));
const labelsOf = ({ renditions }: Awaited<ReturnType<typeof page>>) =>
  renditions.filter(({ kind }) => kind === "video").map(({ label }) => label);

test("rungs that look like the one above are not made in any codec, named, and made once the project wants them", async () => {
  const id = await queueSourceVideo(services, project, await clip("enlarged", shape));
  await complete(id, 1);
  const video = await page(id);
  expect(labelsOf(video)).toEqual(["360p", "720p"]);
  expect(video.similar_rungs.map(({ label, above }) => [label, above])).toEqual([
    ["480p", "720p"],
    ["480p-av1", "720p"],
  ]);
  expect(video.missing_rungs).toEqual([]);
  await expect(addMissingRungs(as(services, project.owner), grantOf(project), id)).rejects.toMatchObject({
    code: "conflict",
  });

  await save(false);
  expect((await page(id)).missing_rungs).toEqual(["480p", "480p-av1"]);
  await addMissingRungs(as(services, project.owner), grantOf(project), id);
  await complete(id, 2);
  const again = await page(id);
  expect(labelsOf(again).toSorted()).toEqual(["360p", "480p", "480p-av1", "720p"]);
  expect(again.similar_rungs).toEqual([]);
  await save(true);
});

test("a video whose rungs differ has all of them", { tags: "@slow" }, async () => {
  const id = await queueSourceVideo(services, project, await clip("longGop", shape));
  await complete(id, 1);
  const video = await page(id);
  expect(labelsOf(video).toSorted()).toEqual(["360p", "480p", "480p-av1", "720p"]);
  expect(video.similar_rungs).toEqual([]);
});

test("beside a copied source, which is the highest rung, they are left out as well", { tags: "@slow" }, async () => {
  await save(true, true);
  const id = await queueSourceVideo(services, project, await clip("enlarged", shape));
  await complete(id, 1);
  const video = await page(id);
  expect(video.encoded_because).toBeNull();
  expect(video.renditions.map(({ label, copied }) => [label, copied])).toEqual(
    expect.arrayContaining([
      ["360p", false],
      ["720p", true],
    ]),
  );
  expect(labelsOf(video)).toHaveLength(2);
  expect(video.similar_rungs.map(({ label, above }) => [label, above])).toEqual([["480p", "720p"]]);
  expect(video.missing_rungs).toEqual([]);
  await save(true);
});

/** A transcode that no worker begins, where it would be worked on, and the plan of one whose rungs were compared. */
async function waitingTranscode() {
  const id = await queueSourceVideo(services, project, await clip("enlarged", shape));
  const { id: transcodeId, attempts } = await selectRow(services, "transcodes", { video_id: id }, "id", "attempts");
  const finished = await services.db
    .selectFrom("transcodes")
    .select("plan")
    .where("plan", "is not", null)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const transcode = (await openTranscode(services, { transcodeId, attempt: attempts })) as Transcode;
  const place: Workplace = {
    folder: services.config.dataDir,
    signal: new AbortController().signal,
    stopped: () => false,
  };
  const measured = finished.plan as NonNullable<Transcode["plan"]>;
  return { transcodeId, transcode, measured, place };
}

test("a plan that was measured is not measured again, and one that cannot be measured keeps its rungs", async () => {
  await worker.close();
  const { transcode, measured, place } = await waitingTranscode();
  expect(await dropSimilarRungs(services, transcode, measured, "/nowhere", place)).toBe(measured);

  const [low] = measured.encoding.renditions;
  if (!low) throw new Error("There is no rendition.");
  const renditions = ["240p", "360p", "480p"].map((label) => ({ ...low, label }));
  const { similar: _, ...plan } = { ...measured, dropSimilar: true, encoding: { ...measured.encoding, renditions } };
  const kept = await dropSimilarRungs(services, transcode, plan, "/nowhere", place);
  expect([kept.encoding.renditions, kept.similar]).toEqual([renditions, []]);
});

test("a comparison that was killed continues where it stopped, and shows how far it is", async () => {
  const { transcodeId, transcode, measured, place } = await waitingTranscode();
  const { similar: _, ...plan } = measured;
  const [low] = plan.encoding.renditions;
  if (!low) throw new Error("There is no rendition.");
  const rendition = (label: string) => ({ ...low, label });
  const encoding = { ...plan.encoding, durationSeconds: 20, renditions: ["240p", "360p", "480p"].map(rendition) };
  const pairs = [{ parts: 1_000, lowest: Array.from({ length: 100 }, () => 0.99) }];
  const compared = { rungs: ["240p", "360p", "480p"], pieces: [{ fromSeconds: 0, pairs }] };
  const asked = { ...plan, dropSimilar: true, encoding, compared };
  // The source is not there: nothing of it is compared again.
  const dropped = await dropSimilarRungs(services, transcode, asked, "/nowhere", place);
  expect(dropped.similar).toEqual([{ label: "360p", above: "480p", similarity: 0.99 }]);
  expect(dropped.compared).toBeUndefined();
  const after = await selectRow(services, "transcodes", { id: transcodeId }, "progress", "state");
  expect(after).toEqual({ progress: 0.1, state: "running" });
  expect(await selectRow(services, "transcodes", { id: transcodeId }, "plan")).toEqual({ plan: dropped });

  // Other rungs are compared from the beginning.
  const others = { ...encoding, renditions: ["240p", "480p", "720p"].map(rendition) };
  const other = await dropSimilarRungs(services, transcode, { ...asked, encoding: others }, "/nowhere", place);
  expect(other.similar).toEqual([]);
});

test("what a comparison found is stored piece by piece", async () => {
  const source = await clip("enlarged", { ...shape, fps: "5", durationSeconds: 55 });
  const id = await queueSourceVideo(services, project, source);
  const { id: transcodeId, attempts } = await selectRow(services, "transcodes", { video_id: id }, "id", "attempts");
  const facts = await probe(source);
  const encoding = planEncoding(facts, usualRungs([240, 360, 480]));
  const plan = { facts, encoding, streamable: false, dropSimilar: true };
  await updateRows(services, "transcodes", { id: transcodeId }, { plan: JSON.stringify(plan) });
  const transcode = (await openTranscode(services, { transcodeId, attempt: attempts })) as Transcode;
  const stopped = new AbortController();
  const folder = services.config.dataDir;
  const place = { folder, signal: stopped.signal, stopped: () => stopped.signal.aborted };
  const killed = dropSimilarRungs(services, transcode, plan, source, place);
  const stored = async () => (await selectRow(services, "transcodes", { id: transcodeId }, "plan")).plan as StoredPlan;
  await Promise.all([
    expect(killed).rejects.toMatchObject({ code: "aborted" }),
    until(async () => ((await stored()).compared ? stopped.abort() : null) ?? (stopped.signal.aborted || null)),
  ]);
  expect((await stored()).compared).toMatchObject({
    rungs: ["240p", "360p", "480p"],
    pieces: [{ fromSeconds: 0, pairs: [{ parts: 20 * 144 }] }],
  });
});
