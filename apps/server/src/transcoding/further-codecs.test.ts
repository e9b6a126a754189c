import { selectOrdered, selectRow } from "@kinora/db/testing-rows.ts";
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
import { describeLadder, saveLadder } from "./ladder/ladder.ts";
import { redoRendition } from "./renditions/rendition-redo.ts";
import { deleteRendition } from "./renditions/rendition-steering.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000) });

const { services, project }: { services: TestServices; project: TestProject } = await sharedProject();
let worker: RunningWorker;
let id: number;

beforeAll(async () => {
  const ladder = withCodec(withCodec(defaultProjectLadder, "av1", 240), "hevc", 240);
  const rungs = ladder.rungs.map((rung) => ({ ...rung, enabled: rung.height === 240 }));
  await saveLadder(as(services, project.owner), grantOf(project), { ...ladder, rungs });
  worker = await runTasks(services, tasks, []);
  id = await queueSourceVideo(
    services,
    project,
    await clip("longGop", { width: 426, height: 240, durationSeconds: 6 }),
  );
});
afterAll(() => worker.close());

const read = () => selectRow(services, "videos", { id });
const complete = (version: number) =>
  until(async () => {
    const video = await read();
    expect(video.failure).toBeNull();
    return video.status === "complete" && video.version === version ? video : null;
  }, patient(170_000));

const readRows = (version: number) =>
  selectOrdered(services, "renditions", "id", { video_id: id, version, kind: "video" });

test("a rung is made in HEVC and AV1 beside H.264, cut alike, listed with its codecs, and downloaded in H.264", async () => {
  const video = await complete(1);
  const rows = await readRows(1);
  expect(rows.map(({ label, further_codec: codec }) => [label, codec])).toEqual([
    ["240p", null],
    ["240p-hevc", "hevc"],
    ["240p-av1", "av1"],
  ]);
  expect(new Set(rows.map(({ segments }) => segments))).toEqual(new Set([2]));
  expect(rows.every(({ encode_seconds: seconds, size_bytes: bytes }) => Number(seconds) > 0 && bytes > 0)).toBe(true);

  const set = choosePlayable(await findRenditions(services.db, id, 1));
  const master = set ? writeMaster(set) : "";
  const variants = [...master.matchAll(/CODECS="([a-z0-9]+)[^"]*".*\n(\S+)/gi)].map(([, codec, uri]) => [codec, uri]);
  expect(variants[0]).toEqual(["avc1", "v1/240p/index.m3u8"]);
  expect(variants).toEqual(
    expect.arrayContaining([
      ["hvc1", "v1/240p-hevc/index.m3u8"],
      ["av01", "v1/240p-av1/index.m3u8"],
    ]),
  );

  const listed = await readRenditions(services.db, video, { edge: "", file: (path) => path });
  expect(listed.filter(({ kind }) => kind === "video").map(({ codec, mp4_url: url }) => [codec, url !== null])).toEqual(
    [
      ["h264", true],
      ["hevc", false],
      ["av1", false],
    ],
  );
  expect(await services.storage.stat(`assets/${id}/v1/mp4/240p-av1.mp4`)).toBeNull();
});

test("every codec counts as encoded, and what it saves and takes is read from the project's videos", async () => {
  await complete(1);
  const record = await selectRow(services, "transcode_records", { video_id: id }, "renditions");
  expect(record.renditions.filter(({ height }) => height === 240)).toHaveLength(3);
  const { codecs } = await describeLadder(services, project.projectId);
  const rows = await readRows(1);
  const bytes = (label: string) => rows.find((row) => row.label === label)?.size_bytes ?? 0;
  for (const { codec, available, measured } of codecs) {
    expect(available).toBe(true);
    expect(measured).toMatchObject({ videos: 1, bytes_share: bytes(`240p-${codec}`) / bytes("240p") });
    expect(measured?.time_share).toBeGreaterThan(0);
  }
});

test(
  "one codec of a rung is encoded again alone, and the last rendition in H.264 cannot be deleted",
  { tags: "@slow" },
  async () => {
    await complete(1);
    const [usual, , av1] = await readRows(1);
    const context = as(services, project.owner);
    await expect(deleteRendition(context, grantOf(project), id, usual?.id ?? 0)).rejects.toThrow("H.264");
    await redoRendition(context, grantOf(project), id, av1?.id ?? 0);
    await complete(2);
    expect((await readRows(2)).map(({ label }) => label).toSorted()).toEqual(["240p", "240p-av1", "240p-hevc"]);
    const again = await readRows(2);
    await deleteRendition(
      context,
      grantOf(project),
      id,
      again.find(({ further_codec: codec }) => codec === "av1")?.id ?? 0,
    );
    expect((await readRows(2)).map(({ label }) => label).toSorted()).toEqual(["240p", "240p-hevc"]);
  },
);
