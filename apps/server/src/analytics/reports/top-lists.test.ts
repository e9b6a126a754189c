import { createHash } from "node:crypto";
import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import { sketchOf } from "@kinora/domain/analytics/visitor-sketch.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { serveForTests } from "../../testing/operations.ts";
import { sumStored } from "../../testing/stored-sums.ts";
import { addViewsOf, readReportOf, type Views } from "./testing.ts";

const services = await sharedServices();
const api = await serveForTests(services);
afterAll(() => api.close());

const read = (project: TestProject, name: string, query: Record<string, string>) =>
  readReportOf(api, project, name, query);
const addViews = (project: TestProject, views: Views) => addViewsOf(services, project, views);
const week = { from: "2030-03-25", to: "2030-03-31" };

test("videos are ranked by plays with their titles, visitors and bytes", async () => {
  const project = await aProject(services);
  const { rows } = await sql<{ id: number }>`
    insert into videos (project_id, account_id, hash, title, status, images)
    values (${project.projectId}, ${project.accountId}, 'reported01234567', 'Harbour', 'complete',
      '{"720p": "assets/1/v1/posters/720p.jpg", "360p": "assets/1/v1/posters/360p.jpg"}') returning id`.execute(
    services.db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`update videos set images = replace(images::text, 'assets/1/', ${`assets/${id}/`})::jsonb where id = ${id}`.execute(
    services.db,
  );
  await addViews(project, { hour: "2030-03-26 12:00Z", item: id, plays: 1 });
  await addViews(project, { hour: "2030-03-27 09:00Z", item: id, plays: 1 });
  // A player that was made ready, and a play after the range.
  await addViews(project, { hour: "2030-03-29 09:00Z", item: id, plays: 0 });
  await addViews(project, { hour: "2030-04-05 09:00Z", item: id, plays: 7 });
  await addViews(project, { hour: "2030-03-26 12:00Z", item: 9_999_999, plays: 5 });
  const sketch = (...names: string[]) =>
    Buffer.from(sketchOf(names.map((text) => createHash("sha256").update(text).digest())));
  for (const day of ["2030-03-26", "2030-03-27"]) {
    const of = { day, project_id: project.projectId, audience: "viewer" } as const;
    await insertRows(services, "view_sketches", [
      { ...of, dimension: "video", value: String(id), sketch: sketch("a", "b", "c") },
      { ...of, dimension: "kind", value: "video", sketch: sketch("a", "b", "c", "d") },
      { ...of, dimension: "kind", value: "stream", sketch: sketch("e") },
    ]);
  }
  await insertRow(services, "delivery_hours", {
    hour: "2030-03-26 12:00Z",
    project_id: project.projectId,
    item_kind: "video",
    item_id: id,
    kind: "segment",
    height: 720,
    player_id: 0,
    host: "",
    country: "",
    requests: 3,
    bytes: 3_000,
  });
  await sumStored(services.db, project.projectId);
  const top = await read(project, "getTopVideosReport", week);
  expect(top.data.rows).toMatchObject([
    { id: 9_999_999, title: "#9999999", plays: 5, unique: 0, bytes: 0, image_url: null },
    // Visitors are distinguished within a day.
    { id, title: "Harbour", plays: 2, unique: 6, bytes: 3_000, last_play_at: "2030-03-27T09:00:00.000Z" },
  ]);
  expect(top.data.rows[1]?.["image_url"]).toMatch(/\/hls\/~[^/]+\/reported01234567\/v1\/posters\/360p\.jpg$/);
  const idle = await read(project, "getTopVideosReport", { from: "2030-03-29", to: "2030-03-29" });
  expect(idle.data.rows).toMatchObject([{ id, plays: 0, last_play_at: null }]);
  await sql`update videos set takedown = '{}' where id = ${id}`.execute(services.db);
  expect((await read(project, "getTopVideosReport", week)).data.rows[1]).toMatchObject({ id, image_url: null });
  const sent = await read(project, "getBandwidthReport", week);
  expect(sent.data.totals).toMatchObject({ bytes: 3_000, segment: 3_000, requests: 3 });
  expect(sent.data.rows).toEqual([{ id: `video ${id}`, name: "Harbour", bytes: 3_000, requests: 3, share: 1 }]);
  const alone = await read(project, "getTopVideosReport", { ...week, video: String(id) });
  expect(alone.data.totals).toMatchObject({ plays: 2, unique: 6 });
  // Of all videos, and of none where they are narrowed to something else.
  expect(top.data.totals).toMatchObject({ plays: 7, unique: 8 });
  const elsewhere = await read(project, "getTopVideosReport", { ...week, country: "NL" });
  expect(elsewhere.data.totals).toMatchObject({ unique: null });
});

test("livestreams have their sessions and the most viewers at one time", async () => {
  const project = await aProject(services);
  const { rows } = await sql<{ id: number }>`
    insert into streams (project_id, account_id, hash, name, key_hash, key_sealed)
    values (${project.projectId}, ${project.accountId}, 'reportedstream01', 'Harbour', '\\x01', '\\x01') returning id`.execute(
    services.db,
  );
  const id = rows[0]?.id ?? 0;
  await addViews(project, { hour: "2030-03-26 12:00Z", item: id, kind: "stream", plays: 2 });
  await sql`
    insert into stream_sessions (stream_id, project_id, account_id, started_at, ended_at, reconnects)
    values (${id}, ${project.projectId}, ${project.accountId}, '2030-03-26 12:00Z', '2030-03-26 13:00Z', 3),
      (${id}, ${project.projectId}, ${project.accountId}, '2030-03-31 21:30Z', '2030-04-02 00:00Z', 2),
      (${id}, ${project.projectId}, ${project.accountId}, '2030-04-03 12:00Z', '2030-04-03 13:30Z', 9)`.execute(
    services.db,
  );
  // Two platforms, one of them before the range; and one of another livestream.
  await sql`
    insert into restream_spans (restream_id, stream_id, project_id, testing, started_at, ended_at)
    values (1, ${id}, ${project.projectId}, false, '2030-03-26 12:00Z', '2030-03-26 13:00Z'),
      (2, ${id}, ${project.projectId}, false, '2030-03-26 12:00Z', '2030-03-26 12:15Z'),
      (2, ${id}, ${project.projectId}, false, '2020-03-26 12:00Z', '2020-03-26 12:15Z'),
      (3, ${id + 1}, ${project.projectId}, false, '2030-03-26 12:00Z', '2030-03-26 12:30Z')`.execute(services.db);
  await sql`
    insert into viewers_now (project_id, item_kind, item_id, minute, viewers)
    values (${project.projectId}, 'stream', ${id}, '2030-03-26 12:10Z', 7), (${project.projectId}, 'stream', ${id}, '2030-03-26 12:11Z', 9)`.execute(
    services.db,
  );
  const { data } = await read(project, "getTopLivestreamsReport", week);
  expect(data.rows).toMatchObject([
    {
      id,
      title: "Harbour",
      sessions: 2,
      ingest_drops: 5,
      live_hours: 3.5,
      restream_hours: 1.25,
      peak: 9,
      peak_at: "2030-03-26T12:11:00.000Z",
    },
  ]);
  const pictureOf = async () =>
    (await read(project, "getTopLivestreamsReport", week)).data.rows.map((row) => row["image_url"]);
  expect(await pictureOf()).toEqual([null]);
  await sql`insert into stream_pictures (stream_id, kind, number, width, height)
    values (${id}, 'offline', 4, 640, 360), (${id}, 'paused', 5, 640, 360)`.execute(services.db);
  expect(await pictureOf()).toEqual([
    expect.stringMatching(/\/hls\/~[^/]+\/reportedstream01\/pictures\/offline-4\.jpg$/),
  ]);
  await sql`update streams set on_air = 'live' where id = ${id}`.execute(services.db);
  expect(await pictureOf()).toEqual([expect.stringMatching(/\/reportedstream01\/picture\.jpg$/)]);
  // A second livestream is watched at the same time.
  await sql`
    insert into viewers_now (project_id, item_kind, item_id, minute, viewers)
    values (${project.projectId}, 'stream', ${id + 1}, '2030-03-26 12:10Z', 4)`.execute(services.db);
  const both = await read(project, "getTopLivestreamsReport", week);
  expect(both.data.totals).toMatchObject({
    plays: 2,
    sessions: 2,
    ingest_drops: 5,
    live_hours: 3.5,
    restream_hours: 1.75,
    peak: 11,
  });
  expect(both.data.series.map(({ peak }) => peak)).toEqual([0, 11, 0, 0, 0, 0, 0]);
  const alone = await read(project, "getTopLivestreamsReport", { ...week, stream: String(id) });
  expect(alone.data.totals).toMatchObject({
    sessions: 2,
    ingest_drops: 5,
    live_hours: 3.5,
    restream_hours: 1.25,
    peak: 9,
  });
});

test("top lists say which place each item had in the range before, when it is compared", async () => {
  const project = await aProject(services);
  const before = "2030-03-20 12:00Z";
  await addViews(project, { hour: before, item: 1, plays: 9 });
  await addViews(project, { hour: before, item: 2, plays: 5 });
  await addViews(project, { hour: before, item: 1, kind: "stream", plays: 80 });
  for (const [item, plays] of [
    [2, 7],
    [1, 6],
    [3, 4],
  ] as const)
    await addViews(project, { hour: "2030-03-26 12:00Z", item, plays });
  const places = async (query: Record<string, string>) =>
    (await read(project, "getTopVideosReport", { ...week, ...query })).data.rows.map((row) => [
      row["id"],
      row["rank"],
      row["rank_before"],
    ]);
  expect(await places({ compare: "true" })).toEqual([
    [2, 1, 2],
    [1, 2, 1],
    [3, 3, null],
  ]);
  expect(await places({})).toEqual([
    [2, 1, null],
    [1, 2, null],
    [3, 3, null],
  ]);
});
