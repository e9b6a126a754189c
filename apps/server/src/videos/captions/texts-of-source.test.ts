import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { textClip } from "@kinora/media/fixtures/text-clips.ts";
import { afterAll, expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { runTasks } from "../../platform/jobs/worker.ts";
import { aProject } from "../../platform/testing.ts";
import { tasks } from "../../rooms.ts";
import { addVideo, sharedProject, addCaptions } from "../../testing/fixtures.ts";
import { queueSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";
import { queueReplacement } from "../../transcoding/queue.ts";
import { captionsKey } from "./captions-files.ts";
import { readCaptionsOf } from "./captions.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(120_000) });

const { services, project } = await sharedProject();
const worker = await runTasks(services, tasks, []);

afterAll(() => worker.close());

/** The captions of a video once there are so many. */
const captionsOf = (id: number, count: number) =>
  until(async () => {
    const { failure } = await read(id);
    if (failure) throw new Error(failure.message);
    const rows = await readCaptionsOf(services.db, id);
    return rows.length === count ? rows : null;
  });

const read = (id: number) => selectRow(services, "videos", { id }, "chapters", "failure", "extra_bytes");

const parts = [
  { start_seconds: 0, title: "Beginning" },
  { start_seconds: 1.5, title: "Schluß" },
];

test.each([
  ["mp4", "English", "subtitles"],
  ["mkv", "English SDH", "captions"],
] as const)("captions and chapters within an %s file become the video's", async (extension, label, kind) => {
  const other = await addVideo(services, await aProject(services));
  const id = await queueSourceVideo(services, project, await textClip(extension));
  const rows = await captionsOf(id, 2);
  expect(rows.map((row) => [row.language, row.label, row.kind, row.default, row.created_by])).toEqual([
    ["de", "German", "subtitles", false, null],
    ["en", label, kind, false, null],
  ]);
  const video = await read(id);
  expect(video.chapters).toEqual(parts);
  expect((await read(other.id)).chapters).toEqual([]);
  expect(video.extra_bytes).toBe(rows.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0));
  const { stream } = await services.storage.get(captionsKey(id, rows[0]?.id ?? 0, 1));
  const vtt = Buffer.concat(await stream.toArray()).toString("utf8");
  // In Matroska all tracks of the film, these too, are later by the priming of its sound.
  expect(vtt).toMatch(
    /^WEBVTT\n\n00:00:00\.5[0-2]\d --> 00:00:01\.5[0-2]\d\nGuten <i>Tag<\/i>\n\n00:00:02\.0[0-2]\d --> 00:00:02\.8[0-2]\d\nzwei\nZeilen &amp; mehr\n/,
  );
});

test("captions of a person in the same language and a person's chapters stay as they are", async () => {
  const own = [{ start_seconds: 1, title: "By hand" }];
  const id = await queueSourceVideo(services, project, await textClip("mkv"), { chapters: JSON.stringify(own) });
  await addCaptions(services, project, id, { label: "Von Hand", created_by: project.ownerId });
  const rows = await captionsOf(id, 2);
  expect(rows.map(({ label }) => label)).toEqual(["Von Hand", "English SDH"]);
  expect((await read(id)).chapters).toEqual(own);
});

/** Puts another file in the place of a video's source, and waits until its version plays. */
async function replaceSource(id: number, path: string): Promise<void> {
  const key = `assets/${id}/source/another${extname(path)}`;
  const bytes = await readFile(path);
  await services.storage.put(key, bytes);
  const replacement = { upload_id: randomUUID(), key, file_name: basename(path), size_bytes: bytes.length };
  const video = { id, project_id: project.projectId, account_id: project.accountId };
  await services.db
    .transaction()
    .execute((tx) => queueReplacement(services, tx, video, replacement, { kind: "system" }));
}

test(
  "another source's captions and chapters replace those of the source before, and people's own stay",
  { tags: "@slow" },
  async () => {
    const id = await queueSourceVideo(services, project, await textClip("mkv"));
    const [german] = await captionsOf(id, 2);
    const french = { language: "fr", label: "Français", created_by: project.ownerId };
    await addCaptions(services, project, id, french);
    await updateRows(services, "captions", { id: german?.id ?? 0 }, { by_default: true });
    await replaceSource(id, await textClip("mp4"));
    const rows = await until(async () => {
      const found = await readCaptionsOf(services.db, id);
      return found.some(({ label }) => label === "English") ? found : null;
    });
    expect(new Map(rows.map(({ label, default: isDefault }) => [label, isDefault]))).toEqual(
      new Map([
        ["English", false],
        ["Français", false],
        ["German", true],
      ]),
    );
    expect(rows.some((row) => row.id === german?.id)).toBe(false);
    expect((await read(id)).chapters).toEqual(parts);

    await replaceSource(id, await clip("streamable"));
    const left = await captionsOf(id, 1);
    expect(left.map(({ label }) => label)).toEqual(["Français"]);
    const { chapters, extra_bytes: bytes } = await read(id);
    expect([chapters, bytes]).toEqual([[], 0]);
  },
);
