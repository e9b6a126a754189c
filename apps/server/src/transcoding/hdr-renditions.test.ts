import { selectRow } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder, withCodec } from "@kinora/domain/transcoding/project-ladder.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { runTasks, type RunningWorker } from "../platform/jobs/worker.ts";
import { as, type TestProject, type TestServices } from "../platform/testing.ts";
import { writeMaster } from "../playback/playlists.ts";
import { choosePlayable, findRenditions } from "../playback/renditions.ts";
import { tasks } from "../rooms.ts";
import { grantOf, sharedProject } from "../testing/fixtures.ts";
import { queueSourceVideo } from "../testing/source-video.ts";
import { until } from "../testing/until.ts";
import { readRenditions } from "../videos/details/renditions.ts";
import type { StoredPlan } from "./encoding/transcode.ts";
import { saveLadder } from "./ladder/ladder.ts";
import { planOfVersion, plannedRung } from "./renditions/reuse.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000) });

const { services, project }: { services: TestServices; project: TestProject } = await sharedProject();
const wanted = {
  ...withCodec(defaultProjectLadder, "av1", 240),
  rungs: withCodec(defaultProjectLadder, "av1", 240).rungs.map((rung) => ({ ...rung, enabled: rung.height === 240 })),
  keepHdr: true,
};
let worker: RunningWorker;

beforeAll(async () => {
  await saveLadder(as(services, project.owner), grantOf(project), wanted);
  worker = await runTasks(services, tasks, []);
});
afterAll(() => worker.close());

async function transcoded(): Promise<number> {
  const source = await clip("hdr", { width: 426, height: 240, durationSeconds: 2 });
  const id = await queueSourceVideo(services, project, source);
  await until(async () => {
    const { status, failure } = await selectRow(services, "videos", { id });
    expect(failure).toBeNull();
    return status === "complete";
  }, patient(170_000));
  return id;
}

const masterOf = async (id: number): Promise<string> => {
  const set = choosePlayable(await findRenditions(services.db, id, 1));
  return set ? writeMaster(set) : "";
};

test("an HDR upload keeps HDR in AV1, listed with its range, beside H.264 in SDR", async () => {
  const id = await transcoded();
  const ranges = [...(await masterOf(id)).matchAll(/CODECS="([^"]*)".*VIDEO-RANGE=(\w+).*\n([^#\s]+)/g)].map((found) =>
    found.slice(1),
  );
  expect(ranges).toEqual([
    [expect.stringMatching(/^avc1\.64/), "SDR", "v1/240p/index.m3u8"],
    [expect.stringMatching(/^av01\.0\.\d\dM\.10\.0\.110\.09\.16\.09\.0$/), "PQ", "v1/240p-av1/index.m3u8"],
  ]);
  const video = await selectRow(services, "videos", { id });
  const listed = await readRenditions(services.db, video, { edge: "", file: null });
  expect(listed.filter(({ kind }) => kind === "video").map(({ codec, hdr }) => [codec, hdr])).toEqual([
    ["h264", null],
    ["av1", "PQ"],
  ]);
  // A rendition that is made again keeps HDR as the ladder says then, and never below a watermark.
  const plan = await planOfVersion(services.db, id, 1);
  if (!plan) throw new Error("The version has a plan.");
  const watermark = { file: "w.png", width: 8, height: 8, position: "top_left", opacity: 1, size: 0.1, margin: 0.02 };
  const marked = { ...plan, encoding: { ...plan.encoding, watermark } } as StoredPlan;
  expect(plannedRung(plan, wanted, "240p-av1")?.hdr).toBe("PQ");
  expect(plannedRung(plan, { ...wanted, keepHdr: false }, "240p-av1")?.hdr).toBeUndefined();
  expect(plannedRung(marked, wanted, "240p-av1")?.hdr).toBeUndefined();
  // Colours that are not those of BT.2100 are not said to be.
  const { video: picture } = plan.facts;
  const other = { ...plan, facts: { ...plan.facts, video: { ...picture, colorSpace: "ictcp" } } };
  expect(plannedRung(other, wanted, "240p-av1")?.hdr).toBeUndefined();
});

test("unless the project keeps HDR, AV1 is SDR", { tags: "@slow" }, async () => {
  await saveLadder(as(services, project.owner), grantOf(project), { ...wanted, keepHdr: false });
  const master = await masterOf(await transcoded());
  expect(master).toContain("240p-av1");
  expect(master).not.toContain("VIDEO-RANGE");
});
