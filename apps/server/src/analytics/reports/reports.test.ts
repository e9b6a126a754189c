import { updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { operations, serveForTests } from "../../testing/operations.ts";
import { sumStored } from "../../testing/stored-sums.ts";
import { addViewsOf, readReportOf, type Views } from "./testing.ts";

const services = await sharedServices();
const api = await serveForTests(services);
afterAll(() => api.close());

const read = (project: TestProject, name: string, query: Record<string, string>) =>
  readReportOf(api, project, name, query);
const addViews = (project: TestProject, views: Views) => addViewsOf(services, project, views);
const week = { from: "2030-03-25", to: "2030-03-31" };

test("figures, chart and table count the project's views of the range, in its time zone", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  await updateRows(services, "projects", { id: project.projectId }, { timezone: "Europe/Berlin" });
  // The first is on 25 March in Berlin and on the 24th in UTC; the last two are on the day that clocks change.
  await addViews(project, { hour: "2030-03-24 23:00Z", plays: 3, host: "a.example" });
  await addViews(project, { hour: "2030-03-31 00:00Z", plays: 4, host: "b.example" });
  await addViews(project, { hour: "2030-03-31 21:00Z", plays: 1, host: "b.example" });
  await addViews(project, { hour: "2030-03-31 22:00Z", plays: 50 });
  await addViews(project, { hour: "2030-03-20 12:00Z", plays: 2 });
  await addViews(project, { hour: "2030-03-26 12:00Z", plays: 70, audience: "bot" });
  await addViews(other, { hour: "2030-03-26 12:00Z", plays: 900 });

  const { data, pagination } = await read(project, "getPlayersReport", { ...week, compare: "true", by: "host" });
  expect(data.totals).toMatchObject({
    plays: 8,
    loads: 16,
    play_rate: 0.5,
    average_watched: 0.2,
    average_furthest: 0.5,
    rebuffering: 0.1,
    startup_p50: 75,
  });
  expect(data.previous).toMatchObject({ plays: 2 });
  expect(data.series.map(({ at, plays }) => [at, plays])).toEqual([
    ["2030-03-24T23:00:00.000Z", 3],
    ["2030-03-25T23:00:00.000Z", 0],
    ["2030-03-26T23:00:00.000Z", 0],
    ["2030-03-27T23:00:00.000Z", 0],
    ["2030-03-28T23:00:00.000Z", 0],
    ["2030-03-29T23:00:00.000Z", 0],
    ["2030-03-30T23:00:00.000Z", 5],
  ]);
  expect(data.rows.map(({ id, plays }) => [id, plays])).toEqual([
    ["b.example", 5],
    ["a.example", 3],
  ]);
  expect(pagination.total).toBe(2);
  expect(data.collecting_since).toBe("2030-03-20T12:00:00.000Z");

  const hours = await read(project, "getPlayersReport", {
    from: "2030-03-31",
    to: "2030-03-31",
    granularity: "hour",
  });
  // The night on which an hour is skipped.
  expect(hours.data.series).toHaveLength(23);
  const bots = await read(project, "getPlayersReport", { ...week, bots: "true" });
  expect(bots.data.totals["plays"]).toBe(78);
  const narrowed = await read(project, "getPlayersReport", { ...week, host: "a.example" });
  expect(narrowed.data.totals["plays"]).toBe(3);
});

test("in a zone of half an hour a day has its 24 hours, from the first whole one on", async () => {
  const project = await aProject(services);
  await updateRows(services, "projects", { id: project.projectId }, { timezone: "Asia/Kolkata" });
  await addViews(project, { hour: "2030-03-25 18:00Z", plays: 9 });
  await addViews(project, { hour: "2030-03-25 19:00Z", plays: 2 });
  const day = { from: "2030-03-26", to: "2030-03-26", granularity: "hour" };
  const { data } = await read(project, "getPlayersReport", day);
  expect(data.series).toHaveLength(24);
  expect(data.series[0]).toMatchObject({ at: "2030-03-25T19:00:00.000Z", plays: 2 });
  expect(data.totals["plays"]).toBe(2);
});

test("a page beyond the last one says how many rows there are", async () => {
  const project = await aProject(services);
  await addViews(project, { hour: "2030-03-26 12:00Z", host: "a.example" });
  const { data, pagination } = await read(project, "getPlayersReport", { ...week, by: "host", page: "7" });
  expect(data.rows).toEqual([]);
  expect(pagination.total).toBe(1);
});

test("livestreams do not lower how far videos are watched, and bytes are unknown by device", async () => {
  const project = await aProject(services);
  await addViews(project, { hour: "2030-03-26 12:00Z", plays: 4 });
  await addViews(project, { hour: "2030-03-26 12:00Z", kind: "stream", item: 2, plays: 4 });
  await updateRows(services, "view_hours", { item_kind: "stream" }, { furthest: 0, watched_parts: 0 });
  await sumStored(services.db, project.projectId);
  const all = await read(project, "getPlayersReport", week);
  expect(all.data.totals).toMatchObject({ plays: 8, average_watched: 0.2, average_furthest: 0.5 });
  const phones = await read(project, "getTopVideosReport", { ...week, device: "desktop" });
  expect(phones.data.rows).toMatchObject([{ plays: 4, bytes: null }]);
});

test("ranges that are too long, turned around or no days are refused in words", async () => {
  const project = await aProject(services);
  for (const query of [
    { from: "2030-01-02", to: "2030-01-01" },
    { from: "2030-01-01", to: "2032-01-01" },
    { from: "2030-01-01", to: "2030-03-01", granularity: "hour" },
    { from: "yesterday", to: "2030-01-01" },
  ])
    expect((await read(project, "getBandwidthReport", query)).status).toBe(422);
});

test("each hundredth of a video is counted over the days of a range, of its own project", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const { rows } = await sql<{ id: number }>`
    insert into videos (project_id, account_id, hash, title, status)
    values (${project.projectId}, ${project.accountId}, 'retained01234567', 'Harbour', 'complete') returning id`.execute(
    services.db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into video_parts (project_id, video_id, day, parts)
    values (${project.projectId}, ${id}, '2030-03-25', '{4,2}'), (${project.projectId}, ${id}, '2030-03-31', '{1,1,1}'),
      (${project.projectId}, ${id}, '2030-04-01', '{9}'), (${other.projectId}, ${id}, '2030-03-26', '{9}')`.execute(
    services.db,
  );
  const found = operations.find(({ name }) => name === "analytics.getVideoRetention");
  if (!found) throw new Error("There is no such operation.");
  const answer = await api.call(
    found.operation,
    { path: { id }, query: new URLSearchParams(week).toString() },
    project.owner,
  );
  const { data } = answer.json() as { data: { parts: number[] } };
  expect(data.parts).toHaveLength(100);
  expect(data.parts.slice(0, 4)).toEqual([5, 3, 1, 0]);
});

test("transcodes are listed with what they made", async () => {
  const project = await aProject(services);
  await sql`
    insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
      waited_seconds, encode_seconds, cpu_seconds, failure, renditions)
    values (7001, 1, 'Good', ${project.projectId}, ${project.accountId}, 'complete', '2030-03-26Z', 120, 4, 60, 90, null,
        '[{"height": 1280, "short_side": 720, "seconds": 120, "bytes": 500}]'),
      (7002, 2, 'Bad', ${project.projectId}, ${project.accountId}, 'failed', '2030-03-27Z', 60, 2, 1, null, 'no picture', '[]')`.execute(
    services.db,
  );
  const { data } = await read(project, "getTranscodeReport", { ...week, granularity: "month" });
  expect(data.totals).toEqual({
    jobs: 2,
    failed: 1,
    source_minutes: 2,
    encoded_minutes: 2,
    ...{ audio_minutes: 0, sd_minutes: 0, hd_minutes: 2, uhd_minutes: 0, track_minutes: 0 },
    waited: 3,
    waited_p95: 3.9,
    encode_p95: 60,
    speed: 2,
    bytes: 500,
    success: 0.5,
    cpu_hours: 90 / 3_600,
  });
  expect(data.series).toMatchObject([{ jobs: 2 }]);
  expect(data.rows.map(({ title, state, failure }) => [title, state, failure])).toEqual([
    ["Bad", "failed", "no picture"],
    ["Good", "complete", null],
  ]);
  expect(data.rows[1]?.renditions).toEqual([{ height: 1280, lines: 720, seconds: 120, bytes: 500 }]);
});

test("minutes are divided by the lines of their renditions' shorter side", async () => {
  const project = await aProject(services);
  await sql`
    insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
      waited_seconds, encode_seconds, renditions)
    values (7101, 1, 'All', ${project.projectId}, ${project.accountId}, 'complete', '2030-03-26Z', 60, 0, 1,
      '[{"height": 0, "seconds": 60, "bytes": 1}, {"height": 719, "seconds": 120, "bytes": 1}, {"height": 720, "seconds": 180, "bytes": 1},
        {"height": 1080, "seconds": 240, "bytes": 1}, {"height": 1081, "seconds": 300, "bytes": 1}, {"height": 1280, "short_side": 640, "seconds": 60, "bytes": 1}]')`.execute(
    services.db,
  );
  const { data } = await read(project, "getTranscodeReport", week);
  const divided = { audio_minutes: 1, sd_minutes: 3, hd_minutes: 7, uhd_minutes: 5, encoded_minutes: 15 };
  expect(data.totals).toMatchObject(divided);
  expect(data.series[1]).toMatchObject(divided);
  expect(data.series[2]).toMatchObject({ audio_minutes: 0, encoded_minutes: 0, waited_p95: null });
});

test("bandwidth says what the project stores now, and what 95 of 100 hours stayed within", async () => {
  const project = await aProject(services);
  await sql`
    insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, requests, bytes)
    select '2030-03-26 00:00Z'::timestamptz + n * interval '1 hour', ${project.projectId}, 'video', n % 2, 'segment', 720, 0, '', '', 1,
      450000000::bigint * n
    from generate_series(1, 21) n`.execute(services.db);
  await sumStored(services.db, project.projectId);
  await sql`
    insert into videos (project_id, account_id, hash, title, status, stored_bytes)
    values (${project.projectId}, ${project.accountId}, 'stored0123456789', 'Kept', 'complete', 12345)`.execute(
    services.db,
  );
  const { data } = await read(project, "getBandwidthReport", { ...week, compare: "true" });
  // Of 1 to 21 Mbps, one hour in twenty is above 20.
  expect(data.totals).toMatchObject({ peak_megabits: 21, p95_megabits: 20, stored: 12_345 });
  expect(data.rows.map((row) => row["share"])).toEqual([121 / 231, 110 / 231]);
  const past = await read(project, "getBandwidthReport", { from: "2020-01-01", to: "2020-01-07" });
  expect(past.data.totals).toMatchObject({ p95_megabits: 0, stored: null });
  const narrowed = await read(project, "getBandwidthReport", { ...week, video: "1" });
  expect(narrowed.data.totals).toMatchObject({ stored: null });
});

test("a list of videos has their plays of viewers in the last 28 days, of its own project", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const daysAgo = (days: number) => new Date(services.clock.now().getTime() - days * 86_400_000).toISOString();
  await addViews(project, { hour: daysAgo(1), item: 11, plays: 3 });
  await addViews(project, { hour: daysAgo(27), item: 11, plays: 2 });
  await addViews(project, { hour: daysAgo(29), item: 11, plays: 50 });
  await addViews(project, { hour: daysAgo(1), item: 11, plays: 70, audience: "team" });
  await addViews(other, { hour: daysAgo(1), item: 12, plays: 9 });
  const found = operations.find(({ name }) => name === "analytics.getVideoPlays");
  if (!found) throw new Error("There is no such operation.");
  const answer = await api.call(
    found.operation,
    { path: { project_id: project.projectId }, query: "ids[]=12&ids[]=11&ids[]=11" },
    project.owner,
  );
  expect(answer.json()).toEqual({
    data: [
      { id: 12, plays: 0, watched_seconds: 0 },
      { id: 11, plays: 5, watched_seconds: 18 },
    ],
  });
});
