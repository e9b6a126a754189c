import { randomUUID } from "node:crypto";
import { selectOrdered, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { LISTED_DAYS } from "@kinora/domain/analytics/reports.ts";
import { NO_SUMS, type ViewSums } from "@kinora/domain/analytics/view-sums.ts";
import { countVisitors } from "@kinora/domain/analytics/visitor-sketch.ts";
import { projectChannel, VIEWERS_COUNTED_EVENT } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { REALTIME_NOTIFICATION } from "../../platform/events/events.ts";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { addPlaylist, grantOf, sharedServices } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { readWatching } from "../reports/watching-now.ts";
import { keepViewTables } from "./keep-tables.ts";
import { losingAnswers } from "./testing.ts";
import { ViewCounts } from "./view-counts.ts";
import { countWatching } from "./viewers-now.ts";

const VIDEO = 4_711;

let project: TestProject;
let counts: ViewCounts;

const services = await sharedServices();
beforeEach(async () => {
  project = await aProject(services);
  counts = new ViewCounts(services);
});

function aReport(sums: Partial<ViewSums>, change: Partial<ArrivedReport> = {}): ArrivedReport {
  const now = services.clock.now();
  return {
    ...{ view: randomUUID(), report: 1, viewed: false, arrivedAt: now, loadedAt: now, player: null, playlist: null },
    day: now.toISOString().slice(0, 10),
    item: { kind: "video", id: VIDEO, projectId: project.projectId },
    ...{ host: "blog.example.org", path: "/", country: "NL", device: "desktop", browser: "Firefox" },
    ...{ audience: "viewer", client: "192.0.2.1\nFirefox" },
    ...change,
    sums: { ...NO_SUMS, played: true, ...sums },
  };
}

const sketches = async () => {
  const rows = await selectOrdered(services, "view_sketches", "dimension", { project_id: project.projectId });
  return Object.fromEntries(
    rows.map(({ dimension, value, sketch }) => [`${dimension} ${value}`, countVisitors(sketch)]),
  );
};

test("a visitor of a day counts once, in the project and in each value; one who is not distinguished in none", async () => {
  const other = new ViewCounts(services);
  for (let times = 0; times < 3; times += 1) counts.add(aReport({}));
  other.add(aReport({}));
  other.add(aReport({}, { client: "192.0.2.2\nFirefox", country: "BE" }));
  counts.add(aReport({}, { client: null, country: null }));
  counts.add(aReport({ played: false }, { client: "192.0.2.3\nFirefox" }));
  await Promise.all([counts.flush(), other.flush()]);
  counts.add(aReport({}));
  await Promise.all([counts.close(), other.close()]);
  expect(await sketches()).toEqual({
    ...{ " ": 2, "country BE": 1, "country NL": 1, "device desktop": 2, "host blog.example.org": 2 },
    ...{ "kind video": 2, [`video ${VIDEO}`]: 2 },
  });
});

test("a viewer who consents later becomes a visitor then", async () => {
  const first = aReport({}, { client: null });
  counts.add(first);
  await counts.flush();
  expect(await sketches()).toEqual({});
  counts.add({ ...first, report: 2, client: "192.0.2.1\nFirefox" });
  counts.add({ ...first, report: 3, client: "192.0.2.1\nFirefox" });
  await counts.close();
  expect(await sketches()).toMatchObject({ " ": 1 });
});

test("who played on within half a minute watches now, on any edge; a minute keeps the most", async () => {
  const other = new ViewCounts(services);
  const playing = aReport({ watched_ms: 10_000 });
  counts.add(playing);
  other.add({ ...playing, report: 2, sums: { ...playing.sums, watched_ms: 20_000 } });
  other.add(aReport({ watched_ms: 10_000 }));
  other.add(aReport({ watched_ms: 10_000 }, { audience: "team" }));
  other.add(aReport({}));
  const long = new Date(services.clock.now().getTime() - 40_000);
  other.add(aReport({ watched_ms: 10_000 }, { arrivedAt: long }));
  await Promise.all([counts.close(), other.close()]);
  const context = as(services, project.owner);
  const grant = grantOf(project);
  const now = await readWatching(context, grant, { kind: "video" });
  expect(now).toEqual({ viewers: 2, items: [{ id: VIDEO, title: `#${VIDEO}`, viewers: 2 }] });
  expect(await readWatching(context, grant, { kind: "video", item: VIDEO + 1 })).toEqual({ viewers: 0, items: [] });
  expect(await readWatching(context, grant, { kind: "stream" })).toEqual({ viewers: 0, items: [] });
  const pushes: string[] = [];
  services.notifications.on(REALTIME_NOTIFICATION, (payload) => void pushes.push(payload));
  const announced = { channel: projectChannel(project.projectId), event: VIEWERS_COUNTED_EVENT, data: {} };
  // Listening begins a moment later.
  await until(async () => {
    await countWatching(services);
    return pushes.includes(JSON.stringify(announced));
  });
  await services.db.deleteFrom("watching_views").execute();
  await countWatching(services);
  const found = services.db.selectFrom("viewers_now").select(["item_id", "viewers"]);
  expect(await found.where("project_id", "=", project.projectId).execute()).toEqual([{ item_id: VIDEO, viewers: 2 }]);
});

test("plays of viewers are summed for each player and day; old days are deleted", async () => {
  const player = await selectRow(services, "players", { project_id: project.projectId }, "id", "hash");
  const other = new ViewCounts(services);
  const first = aReport({}, { player: player.hash });
  counts.add(first);
  other.add({ ...first, report: 2, sums: { ...first.sums, watched_ms: 9_000 } });
  other.add(aReport({}, { player: player.hash }));
  counts.add(aReport({ played: false }, { player: player.hash }));
  counts.add(aReport({}, { player: player.hash, audience: "team" }));
  counts.add(aReport({}));
  await Promise.all([counts.close(), other.close()]);
  const days = services.db
    .selectFrom("player_days")
    .select(["player_id", "plays"])
    .where("project_id", "=", project.projectId);
  expect(await days.execute()).toEqual([{ player_id: player.id, plays: 2 }]);
  const after = (count: number) => ({ now: () => new Date(services.clock.now().getTime() + count * 86_400_000) });
  await keepViewTables({ ...services, clock: after(LISTED_DAYS - 1) });
  expect(await days.execute()).toHaveLength(1);
  await keepViewTables({ ...services, clock: after(LISTED_DAYS + 1) });
  expect(await days.execute()).toEqual([]);
});

test("plays within a playlist of the project are summed for each day; old days are deleted", async () => {
  const { id, hash: playlist } = await addPlaylist(services, project);
  const foreign = await addPlaylist(services, await aProject(services));
  const first = aReport({}, { playlist });
  counts.add(first);
  counts.add({ ...first, report: 2, sums: { ...first.sums, watched_ms: 9_000 } });
  counts.add(aReport({}, { playlist }));
  counts.add(aReport({ played: false }, { playlist }));
  counts.add(aReport({}, { playlist, audience: "bot" }));
  counts.add(aReport({}, { playlist: foreign.hash }));
  counts.add(aReport({}, { playlist: "nosuchplaylist" }));
  await counts.close();
  const days = services.db
    .selectFrom("playlist_days")
    .select(["playlist_id", "plays"])
    .where("project_id", "=", project.projectId);
  expect(await days.execute()).toEqual([{ playlist_id: id, plays: 2 }]);
  const later = services.clock.now().getTime() + (LISTED_DAYS + 1) * 86_400_000;
  await keepViewTables({ ...services, clock: { now: () => new Date(later) } });
  expect(await days.execute()).toEqual([]);
});

test("what was reported while the database was away is counted later, once", async () => {
  const lossy = new ViewCounts({ ...services, db: losingAnswers(services.db, [true, false]) });
  const first = aReport({ watched_ms: 4_000 });
  lossy.add(first);
  await lossy.flush();
  lossy.add({ ...first, report: 2, sums: { ...first.sums, watched_ms: 9_000 } });
  await lossy.flush();
  await lossy.close();
  const hours = services.db
    .selectFrom("view_sums")
    .select(["loads", "plays", "watched_ms"])
    .where("step", "=", "day")
    .where("dimension", "=", "");
  expect(await hours.where("project_id", "=", project.projectId).execute()).toEqual([
    { loads: 1, plays: 1, watched_ms: 9_000 },
  ]);
  await counts.close();
});

test("what could not be written when the edge stops is written before it has stopped", async () => {
  const lossy = new ViewCounts({ ...services, db: losingAnswers(services.db, [false, false]) });
  lossy.add(aReport({ watched_ms: 4_000 }));
  await lossy.close();
  const hours = services.db
    .selectFrom("view_sums")
    .select(["loads", "watched_ms"])
    .where("step", "=", "day")
    .where("dimension", "=", "");
  expect(await hours.where("project_id", "=", project.projectId).execute()).toEqual([{ loads: 1, watched_ms: 4_000 }]);
  await counts.close();
});

test("views have a part of their table for each day ahead; old ones and old salts are deleted", async () => {
  const parts = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'views'::regclass order by 1`.execute(services.db);
    return rows.map(({ name }) => name);
  };
  const at = (text: string) => keepViewTables({ ...services, clock: { now: () => new Date(text) } });
  await at("2031-03-01T12:00:00Z");
  await at("2031-03-01T13:00:00Z");
  expect((await parts()).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((day) => `views_2031030${day}`));
  counts.add(aReport({}, { day: "2031-03-02" }));
  counts.add(aReport({}, { day: "2031-02-10" }));
  await counts.close();
  await at("2031-06-01T12:00:00Z");
  const names = await parts();
  expect(names[0]).toBe("views_20310303");
  expect(names).toContain("views_20310608");
  expect(names.at(-1)).toBe("views_other");
  const left = services.db.selectFrom("views").select("id").where("project_id", "=", project.projectId);
  expect(await left.execute()).toEqual([]);
  expect(await services.db.selectFrom("visitor_salts").selectAll().execute()).toEqual([]);
});

test("the salt of a day is kept for an hour after it, for reports that are written late", async () => {
  await sql`insert into visitor_salts (day, salt) values ('2032-05-01', '\\x00') on conflict do nothing`.execute(
    services.db,
  );
  const at = (text: string) => keepViewTables({ ...services, clock: { now: () => new Date(text) } });
  const days = async () => (await services.db.selectFrom("visitor_salts").select("day").execute()).length;
  await at("2032-05-02T00:59:00Z");
  expect(await days()).toBe(1);
  await at("2032-05-02T01:00:00Z");
  expect(await days()).toBe(0);
});

test("a view that PostgreSQL refuses holds back no others", async () => {
  const good = [aReport({ watched_ms: 1_000 }), aReport({ watched_ms: 2_000 })];
  const bad = aReport({}, { item: { kind: "video", id: 2 ** 70, projectId: project.projectId } });
  for (const report of [good[0], bad, good[1]]) if (report) counts.add(report);
  await counts.flush();
  const stored = await selectRows(services, "views", { project_id: project.projectId }, "id");
  expect(stored.map(({ id }) => id).toSorted()).toEqual(good.map(({ view }) => view).toSorted());
});
