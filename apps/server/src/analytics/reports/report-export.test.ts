import { selectRow } from "@kinora/db/testing-rows.ts";
import { readCsv } from "@kinora/domain/csv.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject, testServices, type TestProject, type TestServices } from "../../platform/testing.ts";
import { operations, serveForTests } from "../../testing/operations.ts";
import { sumStored } from "../../testing/stored-sums.ts";

let services: TestServices;
let api: Awaited<ReturnType<typeof serveForTests>>;
beforeAll(async () => {
  services = await testServices();
  api = await serveForTests(services);
});
afterAll(async () => {
  await api.close();
  await services.stop();
});

const week = { from: "2030-03-25", to: "2030-03-31" };

/** The rows of a downloaded report, by their columns. */
async function download(project: TestProject, name: string, query: Record<string, string> = {}) {
  const found = operations.find((each) => each.name === `analytics.${name}`);
  if (!found) throw new Error(`There is no operation ${name}.`);
  const answer = await api.call(
    found.operation,
    { path: { project_id: project.projectId }, query: new URLSearchParams({ ...week, ...query }).toString() },
    project.owner,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  const [head, ...rows] = readCsv(answer.body);
  const columns = head?.cells ?? [];
  return rows.map(({ cells }) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""])));
}

/** Views of items that nobody has a title of, one play more for each. */
async function addItems({ projectId }: TestProject, kind: "video" | "stream", count: number): Promise<void> {
  await sql`
  insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience,
    loads, plays, furthest, watched_parts)
  select '2030-03-26 12:00Z', ${projectId}, ${kind}, 7000000 + n, 0, 'a.example', '', 'desktop', 'Chrome', 'viewer', 3 * n, n,
    50 * n, 20 * n
  from generate_series(1, ${count}::int) as n`.execute(services.db);
  await sumStored(services.db, projectId);
}

test("a report's file has every row of its range and filters, ranked, with its bytes and visitors", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  await addItems(project, "video", 230);
  await addItems(other, "video", 3);
  await sql`
    insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, requests, bytes)
    values ('2030-03-26 12:00Z', ${project.projectId}, 'video', 7000001, 'segment', 720, 0, '', '', 2, 500)`.execute(
    services.db,
  );
  await sumStored(services.db, project.projectId);
  const rows = await download(project, "exportTopVideosReport");
  expect(rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 230 }, (_, at) => 7_000_230 - at));
  expect(rows[0]).toMatchObject({
    title: "#7000230",
    plays: "230",
    play_rate: "0.3333",
    average_watched: "0.2",
    average_furthest: "0.5",
  });
  expect(rows.at(-1)).toMatchObject({
    ...{ plays: "1", bytes: "500", unique: "0" },
    last_play_at: "2030-03-26T12:00:00.000Z",
  });
  const narrowed = await download(project, "exportTopVideosReport", { host: "b.example" });
  expect(narrowed).toEqual([]);
  const byHost = await download(project, "exportPlayersReport", { by: "host", video: "7000003" });
  expect(byHost).toMatchObject([{ id: "a.example", plays: "3", loads: "9" }]);
  const bytes = await download(project, "exportBandwidthReport");
  expect(bytes).toEqual([{ id: "video 7000001", name: "video 7000001", bytes: "500", requests: "2", share: "1" }]);
});

test("livestreams and transcodes have their own columns, and a title is no formula", async () => {
  const project = await aProject(services);
  await addItems(project, "stream", 1);
  await sql`
    insert into viewers_now (project_id, item_kind, item_id, minute, viewers)
    values (${project.projectId}, 'stream', 7000001, '2030-03-26 12:10Z', 7)`.execute(services.db);
  await sql`
    insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
      waited_seconds, encode_seconds, renditions)
    values (8801, 1, '=HYPERLINK("https://x.example"),', ${project.projectId}, ${project.accountId}, 'complete', '2030-03-26Z', 120,
      4, 60.123456, '[{"height": 720, "seconds": 120, "bytes": 500}, {"height": 640, "short_side": 360, "seconds": 0, "bytes": 0}, {"height": 0, "short_side": null, "seconds": 120, "bytes": 50}]')`.execute(
    services.db,
  );
  const streams = await download(project, "exportTopLivestreamsReport");
  expect(streams).toMatchObject([{ sessions: "0", ingest_drops: "0", peak: "7", peak_at: "2030-03-26T12:10:00.000Z" }]);
  const transcodes = await download(project, "exportTranscodeReport");
  expect(transcodes).toMatchObject([
    {
      title: `'=HYPERLINK("https://x.example"),`,
      renditions: "720p, 360p, audio",
      encoded_minutes: "2",
      bytes: "550",
      encode_seconds: "60.1235",
      failure: "",
    },
  ]);
});

test("every download is in the audit log, and a range that is too long is refused", async () => {
  const project = await aProject(services);
  await download(project, "exportBandwidthReport", { country: "DE" });
  const entry = await selectRow(
    services,
    "audit_log",
    { project_id: project.projectId, action: "analytics.exported" },
    "action",
    "changes",
  );
  expect(entry.changes).toMatchObject({ filter: { report: "bandwidth", by: "item", country: "DE" } });
  await expect(download(project, "exportBandwidthReport", { from: "2028-01-01" })).rejects.toThrow("400 days");
});
