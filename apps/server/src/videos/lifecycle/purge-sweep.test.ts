import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedProject, addVideo } from "../../testing/fixtures.ts";
import { SWEEP_AFTER_SECONDS, sweepPurged } from "./purge-sweep.ts";
import { purgeWhenDue } from "./trash-can.ts";

const run = { jobId: "a-sweep", signal: new AbortController().signal, failures: 0 };

const { services, project } = await sharedProject();

async function aDeletedVideo(): Promise<number> {
  const { id } = await addVideo(services, project, { title: "Gone", status: "processing", deleted_at: new Date() });
  return id;
}

/** The sweeps that are queued for a video. */
const queued = async (videoId: number): Promise<number[]> => {
  const { rows } = await sql<{ sweep: number }>`
    select (data -> 'payload' ->> 'sweep')::int as sweep from pgboss.job
    where name = 'videos.sweep_purged' and (data -> 'payload' ->> 'videoId')::int = ${videoId} order by 1`.execute(
    services.db,
  );
  return rows.map(({ sweep }) => sweep);
};

async function stored(videoId: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of services.storage.list(`assets/${videoId}/`)) keys.push(key);
  return keys;
}

test("a segment that is stored after its video was purged is removed by the sweeps that follow", async () => {
  const videoId = await aDeletedVideo();
  await purgeWhenDue(services, videoId);
  await services.storage.put(`assets/${videoId}/v1/180p/00001.m4s`, Buffer.from("late"));
  expect(await queued(videoId)).toEqual([0]);
  await sweepPurged.run(services, { videoId, sweep: 0 }, run);
  expect(await stored(videoId)).toEqual([]);
  await services.storage.put(`assets/${videoId}/source/clip.mp4`, Buffer.from("very late"));
  await sweepPurged.run(services, { videoId, sweep: 1 }, run);
  expect(await stored(videoId)).toEqual([]);
  expect(await queued(videoId)).toEqual([0, 1, 2]);
});

test("after the last sweep none is queued", async () => {
  const videoId = await aDeletedVideo();
  await purgeWhenDue(services, videoId);
  await sweepPurged.run(services, { videoId, sweep: SWEEP_AFTER_SECONDS.length - 1 }, run);
  expect(await queued(videoId)).toEqual([0]);
});

test("the folder of a video that exists is left alone", async () => {
  const videoId = await aDeletedVideo();
  await services.storage.put(`assets/${videoId}/v1/180p/00001.m4s`, Buffer.from("in use"));
  await sweepPurged.run(services, { videoId, sweep: 0 }, run);
  expect(await stored(videoId)).toHaveLength(1);
});
