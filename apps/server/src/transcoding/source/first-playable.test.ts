import { selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { clip, type ClipName } from "@kinora/media/fixtures/clips.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import type { Services } from "../../context.ts";
import { runTasks } from "../../platform/jobs/worker.ts";
import { tasks } from "../../rooms.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { queueSourceVideo } from "../../testing/source-video.ts";
import { until } from "../../testing/until.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(120_000) });

const { services, project } = await sharedProject();

const aVideo = async (name: ClipName, durationSeconds = 10, fps = "25") =>
  queueSourceVideo(services, project, await clip(name, { width: 320, height: 180, durationSeconds, fps }));

/** The storage, in which the first write of a file with such a key fails, and whether it did. */
function failing(ending: string): { storage: Storage; hasFailed: () => boolean } {
  const { storage } = services;
  let failed = false;
  const put: Storage["put"] = async (key, body, options) => {
    if (failed || !key.endsWith(ending)) return storage.put(key, body, options);
    failed = true;
    throw new Error("The disk failed.");
  };
  const faulty = new Proxy(storage, {
    get(target, name): unknown {
      if (name === "put") return put;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
  return { storage: faulty, hasFailed: () => failed };
}

/** Runs a worker until the video is complete; returns its segments by rendition. */
async function transcoded(id: number, parts: Partial<Services>): Promise<Record<string, number>> {
  const worker = await runTasks({ ...services, ...parts }, tasks, []);
  try {
    const { status, failure } = await until(async () => {
      const video = await selectRow(services, "videos", { id }, "status", "failure");
      return ["complete", "failed"].includes(video.status) ? video : null;
    });
    expect([status, failure]).toEqual(["complete", null]);
  } finally {
    await worker.close();
  }
  const renditions = await selectRows(services, "renditions", { video_id: id }, "label", "segments");
  return Object.fromEntries(renditions.map(({ label, segments }) => [label, segments ?? 0]));
}

test("an error at the beginning of the sound is recovered by the sound's own task", { tags: "@slow" }, async () => {
  const id = await aVideo("streamable");
  const { storage, hasFailed } = failing("/audio/00000.m4s");
  const made = await transcoded(id, { storage });
  expect(hasFailed()).toBe(true);
  expect(made["audio"]).toBe(made["180p"]);
  for (let index = 0; index < (made["audio"] ?? 0); index += 1)
    expect(await services.storage.stat(`assets/${id}/v1/audio/0000${index}.m4s`)).not.toBeNull();
});

test("a source whose cutting was interrupted is cut again, with all of its sound", { tags: "@slow" }, async () => {
  const id = await aVideo("streamable");
  const { storage, hasFailed } = failing("/source/00001.m4s");
  const made = await transcoded(id, { storage });
  expect(hasFailed()).toBe(true);
  expect(made["audio"]).toBe(made["180p"]);
});

test("a video without sound plays and becomes complete", async () => {
  const id = await aVideo("silent", 6);
  const made = await transcoded(id, {});
  expect(made).not.toHaveProperty("audio");
  expect(made["180p"]).toBeGreaterThan(1);
});

test(
  "a chunk that failed at its seventh segment, a rest too short for a chunk of its own, resumes there",
  { tags: "@slow" },
  async () => {
    const id = await aVideo("longGop", 26, "10");
    const { storage, hasFailed } = failing("180p/00006.m4s");
    const segments = await transcoded(id, { storage });
    expect(hasFailed()).toBe(true);
    expect(segments).toMatchObject({ "180p": 7, audio: 7 });
    // Its key frames are too far apart to be cut: that is known from the file, and not tried.
    const { plan } = await selectRow(services, "transcodes", { video_id: id }, "plan");
    expect(plan).toMatchObject({ streamable: false });
  },
);

test("video.playable is emitted once, also when the task that stored the beginning failed before it could", async () => {
  // Encoded whole, in one rung and without sound: no other task starts that could emit it.
  const id = await aVideo("hdr", 6);
  let failures = 0;
  const emit: Services["emit"] = async (on, event) => {
    const emitted = await services.emit(on, event);
    if (event.type !== "video.playable" || failures === 1) return emitted;
    failures += 1;
    throw new Error("The database failed.");
  };
  await transcoded(id, { emit });
  expect(failures).toBe(1);
  const { rows } = await sql<{ type: string; count: number }>`
    select type, count(*) from events where (payload ->> 'video_id')::bigint = ${id} and type in ('video.playable', 'video.ready')
    group by type order by min(id)`.execute(services.db);
  expect(rows).toEqual([
    { type: "video.playable", count: 1 },
    { type: "video.ready", count: 1 },
  ]);
});
