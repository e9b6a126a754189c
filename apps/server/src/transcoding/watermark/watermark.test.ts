import { readFile } from "node:fs/promises";
import { holds } from "@kinora/contract/access.ts";
import { insertRow, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { defaultProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { defaultWatermarkLayout } from "@kinora/domain/transcoding/watermark.ts";
import { clip, hostileFile } from "@kinora/media/fixtures/clips.ts";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { measureColours } from "@kinora/media/fixtures/measure.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { authorize } from "../../platform/access/scope.ts";
import { runTasks, type RunningWorker } from "../../platform/jobs/worker.ts";
import { aProject, as, auditedActions, type TestProject } from "../../platform/testing.ts";
import { tasks } from "../../rooms.ts";
import { sharedServices, ownedBy, addVideo } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { queueTranscode } from "../queue.ts";
import { redoRendition } from "../renditions/rendition-redo.ts";
import { planOfVersion } from "../renditions/reuse.ts";
import { retranscode } from "../service.ts";
import { adoptWatermark } from "./version-watermark.ts";
import { deleteWatermark, describeWatermark, saveWatermark, uploadWatermark } from "./watermark.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000) });

let worker: RunningWorker;
let white: string;
let red: string;

const services = await sharedServices();

beforeAll(async () => {
  worker = await runTasks(services, tasks, []);
  [white, red] = await Promise.all([flat("white"), flat("red")]);
});
afterAll(() => worker.close());

/** A picture of one colour, as the API receives it. */
async function flat(colour: string): Promise<string> {
  const args = ["-f", "lavfi", "-i", `color=${colour}:s=200x200,format=rgba`, "-frames:v", "1"];
  return (await readFile(await encodedOnce("png", args))).toString("base64");
}

const grant = async (project: TestProject) => {
  const found = await authorize(services.db, project.owner, holds("resolutions_manage", "project"), project.projectId);
  if (!found || found.projectId === null) throw new Error("A project's grant is itself.");
  return { ...found, projectId: found.projectId };
};
const stored = async (prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of services.storage.list(prefix)) keys.push(key);
  return keys;
};
const layout = { ...defaultWatermarkLayout, position: "center", opacity: 100, size: 50 } as const;

test("a watermark is uploaded, placed, replaced and removed; only its own project has it, and one file stays", async () => {
  const [project, stranger] = [await aProject(services), await aProject(services)];
  const [context, place] = [as(services, project.owner), await grant(project)];
  const picture = () => stored(`watermarks/${project.projectId}/`);
  expect(await describeWatermark(services, project.projectId)).toBeNull();
  await expect(saveWatermark(context, place, { enabled: true, ...layout })).rejects.toMatchObject({ code: "conflict" });

  const uploaded = await uploadWatermark(context, place, white);
  expect(uploaded).toMatchObject({ enabled: false, width: 200, height: 200, ...defaultWatermarkLayout });
  expect(uploaded.picture).toMatch(/^data:image\/png;base64,iVBOR/);
  expect(await saveWatermark(context, place, { enabled: true, ...layout })).toMatchObject({ enabled: true, ...layout });
  const replaced = await uploadWatermark(context, place, red);
  expect(replaced).toMatchObject({ enabled: true, ...layout });
  expect(replaced.picture).not.toBe(uploaded.picture);
  expect(await picture()).toHaveLength(1);
  expect(await describeWatermark(services, stranger.projectId)).toBeNull();

  await deleteWatermark(as(services, stranger.owner), await grant(stranger));
  expect(await describeWatermark(services, project.projectId)).toEqual(replaced);
  await deleteWatermark(context, place);
  await deleteWatermark(context, place);
  expect([await describeWatermark(services, project.projectId), await picture()]).toEqual([null, []]);
  expect(await auditedActions(services, project.projectId)).toEqual([
    "project.watermark_upload",
    "project.watermark_change",
    "project.watermark_upload",
    "project.watermark_remove",
  ]);
});

test("a file that is no picture is refused with a sentence and not stored", async () => {
  const project = await aProject(services);
  const upload = async (bytes: Buffer) =>
    uploadWatermark(as(services, project.owner), await grant(project), bytes.toString("base64"));
  const refused = (message: RegExp) => ({
    code: "invalid",
    fields: { picture: [expect.stringMatching(message)] as string[] },
  });
  const png = Buffer.from(white, "base64");
  await expect(upload(await readFile(await hostileFile("playlistNamingPasswd")))).rejects.toMatchObject(
    refused(/PNG, WebP or JPEG/),
  );
  await expect(upload(png.subarray(0, 40))).rejects.toMatchObject(refused(/cannot be read/));
  await expect(upload(Buffer.alloc(5 * 1024 * 1024 + 1))).rejects.toMatchObject(refused(/up to 5 MB/));
  expect(await describeWatermark(services, project.projectId)).toBeNull();
  expect(await stored(`watermarks/${project.projectId}/`)).toEqual([]);
});

test("a deleted project's picture is deleted", async () => {
  const project = await aProject(services);
  const [context, place] = [as(services, project.owner), await grant(project)];
  await uploadWatermark(context, place, white);
  const { accountId, projectId } = project;
  const deleted = { type: "project.deleted", accountId, projectId, payload: { project_id: projectId } };
  await services.db.transaction().execute((tx) => services.emit(tx, { ...deleted, actor: { kind: "system" } }));
  const gone = async () => ((await stored(`watermarks/${project.projectId}/`)).length === 0 ? true : null);
  expect(await until(gone)).toBe(true);
  expect(await describeWatermark(services, project.projectId)).toBeNull();
});

test("a source that has the watermark already gets none, until it is replaced", async () => {
  const project = await aProject(services);
  const [context, place] = [as(services, project.owner), await grant(project)];
  await uploadWatermark(context, place, white);
  await saveWatermark(context, place, { enabled: true, ...layout });
  const { id } = await addVideo(services, project, { title: "A part", status: "in_queue", watermarked: true });
  const version = { project_id: project.projectId, video_id: id, version: 1 };
  expect(await adoptWatermark(services, { ...version, replacement: null })).toBeNull();
  const replacement = { upload_id: "", key: "", file_name: "", size_bytes: 1 };
  expect(await adoptWatermark(services, { ...version, replacement })).toMatchObject({ size: 50 });
});

test(
  "a version keeps its watermark: one re-encoded rendition has that of the others, a re-transcode the project's",
  { tags: "@slow" },
  async () => {
    const project = await aProject(services);
    const [context, place] = [as(services, project.owner), await grant(project)];
    await uploadWatermark(context, place, white);
    await saveWatermark(context, place, { enabled: true, ...layout });
    const rungs = defaultProjectLadder.rungs.map((rung) => ({ ...rung, enabled: rung.height <= 360 }));
    const ladder = JSON.stringify({ ...defaultProjectLadder, rungs });
    const of = ownedBy(project);
    await insertRow(services, "project_ladders", { ...of, ladder });
    const { id } = await addVideo(services, project, { title: "A clip", status: "in_queue" });
    const source = `assets/${id}/source/clip.mp4`;
    await services.storage.put(
      source,
      await readFile(await clip("streamable", { width: 640, height: 360, durationSeconds: 5, fps: "10" })),
    );
    await services.db.transaction().execute(async (tx) => {
      await updateRows(tx, "videos", { id }, { source_key: source, source_bytes: 1 });
      await queueTranscode(services, tx, { id, ...of });
    });
    const untilVersion = (version: number) =>
      until(async () => {
        const video = await selectRow(services, "videos", { id });
        return video.status === "complete" && video.version === version ? video : null;
      });
    const middle = async (version: number, height: 240 | 360) => {
      const path = services.storage.localPath(`assets/${id}/v${version}/mp4/${height}p.mp4`);
      const width = height === 240 ? 426 : 640;
      const frames = await measureColours(path ?? "", width, height, [[width / 2 - 20, height / 2 - 20]]);
      const [red = 0, green = 0, blue = 0] = frames.at(-1)?.[0] ?? [];
      return [red, green, blue].every((each) => each > 235) ? "white" : red > 200 && green < 60 ? "red" : "bare";
    };

    await untilVersion(1);
    expect([await middle(1, 240), await middle(1, 360)]).toEqual(["white", "white"]);
    const first = await planOfVersion(services.db, id, 1);
    // Nothing of the source's own pictures is shown, which would be without it.
    expect(first).toMatchObject({ streamable: false, encoding: { watermark: layout } });

    await uploadWatermark(context, place, red);
    const [rendition] = await selectRows(services, "renditions", { video_id: id, label: "240p" }, "id");
    await redoRendition(context, place, id, rendition?.id ?? 0);
    await untilVersion(2);
    expect([await middle(2, 240), await middle(2, 360)]).toEqual(["white", "white"]);
    expect((await planOfVersion(services.db, id, 2))?.encoding.watermark).toEqual(first?.encoding.watermark);

    await retranscode(context, place, id);
    await untilVersion(3);
    expect([await middle(3, 240), await middle(3, 360)]).toEqual(["red", "red"]);
    await deleteWatermark(context, place);
    // The version's own copy stays: one of its renditions may be re-encoded.
    expect((await stored(`assets/${id}/v3/`)).filter((key) => key.includes("/watermark-"))).toHaveLength(1);
    await retranscode(context, place, id);
    await untilVersion(4);
    expect([await middle(4, 240), await middle(4, 360)]).toEqual(["bare", "bare"]);
  },
);
