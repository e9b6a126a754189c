import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { readStatistics } from "./accounts/area/statistics.ts";
import { readReportOf } from "./analytics/reports/testing.ts";
import { countUsage } from "./billing/usage/count-usage.ts";
import { readUsage } from "./billing/usage/read-usage.ts";
import { minutesProblem } from "./platform/access/plan-encoding.ts";
import { aProject, as, givePlan, type TestProject } from "./platform/testing.ts";
import { readOverview } from "./projects/overview.ts";
import { sharedServices, grantOf } from "./testing/fixtures.ts";
import { serveForTests } from "./testing/operations.ts";
import { sumStored } from "./testing/stored-sums.ts";

const NOW = new Date("2030-03-27T12:00:00Z");
/** Within the dashboard's seven days, the reports' range and the month of the ledger. */
const HOUR = "2030-03-26T10:00:00Z";
const RANGE = { from: "2030-03-25", to: "2030-03-27" };
const MARCH = { from: "2030-03-01", to: "2030-04-01" };
const GB = 1e9;

const services = { ...(await sharedServices()), clock: { now: () => NOW } };
const api = await serveForTests(services);
const project = await aProject(services);
await addHour(project);
await countUsage(services.db, { now: NOW, ...MARCH });
afterAll(() => api.close());

/** What figures could count in different ways: sound, uploaded tracks of it, copies and failures; people of the project and bots. */
async function addHour({ projectId, accountId }: TestProject): Promise<void> {
  const made = [
    { height: 0, short_side: null, seconds: 60, bytes: 1, copied: false },
    { height: 1280, short_side: 720, seconds: 60, bytes: 1, copied: false },
    { height: 640, short_side: 360, seconds: 60, bytes: 1, copied: false },
    { height: 1920, short_side: 1080, seconds: 60, bytes: 1, copied: true },
  ];
  for (const [id, state] of ["complete", "failed", "cancelled"].entries())
    await sql`
      insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at,
        source_seconds, waited_seconds, encode_seconds, renditions)
      values (${id + 1}, 1, 'A', ${projectId}, ${accountId}, ${state}, ${HOUR}, 60, 1, 30, ${JSON.stringify(made)})`.execute(
      services.db,
    );
  await sql`
    insert into audio_track_records (track_id, video_id, project_id, account_id, finished_at, seconds)
    values (1, 1, ${projectId}, ${accountId}, ${HOUR}, 90)`.execute(services.db);
  for (const [audience, plays] of [
    ["viewer", 5],
    ["team", 7],
    ["bot", 11],
  ] as const)
    await sql`
      insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience, plays, watched_ms)
      values (${HOUR}, ${projectId}, 'video', 1, 0, '', '', 'desktop', '', ${audience}, ${plays}, ${plays * 1_800_000})`.execute(
      services.db,
    );
  for (const kind of ["segment", "download", "poster"])
    await sql`
      insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, bytes)
      values (${HOUR}, ${projectId}, 'video', 1, ${kind}, 720, 0, '', '', ${GB})`.execute(services.db);
  await sql`
    insert into project_storage (project_id, bytes) values (${projectId}, 4321)
    on conflict (project_id) do update set bytes = excluded.bytes`.execute(services.db);
  await sumStored(services.db, projectId);
}

const grant = grantOf(project);
const overview = () => readOverview(as(services, project.owner), grant);
const statistics = async () =>
  (await readStatistics(as(services, project.owner), { ...grant, projectId: null }, "2030-03")).totals;
const totals = async (report: string) => (await readReportOf(api, project, report, RANGE)).data.totals;
/** Of a meter, in its units: the ledger's thousandths divided. */
const metered = async (...meters: (keyof Awaited<ReturnType<typeof readUsage>>)[]) => {
  const usage = await readUsage(services.db, project.accountId, MARCH);
  return meters.reduce((sum, meter) => sum + usage[meter] / 1000, 0);
};

test("encoded minutes are the same on the dashboard, in analytics, statistics, the ledger and the plan", async () => {
  const report = await readReportOf(api, project, "getTranscodeReport", RANGE);
  const bands = ["sd_minutes", "hd_minutes", "uhd_minutes", "track_minutes"].map(
    (band) => report.data.totals[band] ?? 0,
  );
  expect({
    dashboard: (await overview()).encoded_minutes.now,
    analytics: report.data.totals["encoded_minutes"],
    chart: bands.reduce((sum, minutes) => sum + minutes),
    series: report.data.series.reduce((sum, point) => sum + point.encoded_minutes, 0),
    // The table has transcodes; an audio track is none.
    table: report.data.rows.reduce((sum, row) => sum + Number(row["encoded_minutes"]), 1.5),
    statistics: (await statistics()).encoded_minutes,
    ledger: await metered("encoding_sd", "encoding_hd", "encoding_uhd", "encoding_audio"),
  }).toEqual({ dashboard: 3.5, analytics: 3.5, chart: 3.5, series: 3.5, table: 3.5, statistics: 3.5, ledger: 3.5 });
  expect(report.data.totals["audio_minutes"]).toBe(1);
  await givePlan(services, project.accountId, { encoded_minutes: 4.5 });
  const left = (minutes: number) => minutesProblem(services.db, project.accountId, { now: NOW, minutes });
  expect(await left(1)).toBeNull();
  expect(await left(1.1)).toContain("of which 1 are left");
});

test("plays and hours watched are the same on the dashboard, in analytics and statistics", async () => {
  const [dashboard, players] = [(await overview()).watched, await totals("getPlayersReport")];
  expect([dashboard?.plays.now, players["plays"], (await statistics()).plays]).toEqual([5, 5, 5]);
  expect([dashboard?.hours.now, (players["watched_seconds"] ?? 0) / 3600]).toEqual([2.5, 2.5]);
});

test("bytes sent are the same in analytics, statistics and the ledger", async () => {
  const bandwidth = await totals("getBandwidthReport");
  expect([bandwidth["bytes"], (await statistics()).bytes_out, GB * (await metered("traffic"))]).toEqual([
    3 * GB,
    3 * GB,
    3 * GB,
  ]);
});

test("what is stored is the same on the dashboard, in analytics and statistics", async () => {
  const bandwidth = await totals("getBandwidthReport");
  const { project_bytes: bytes } = (await overview()).storage;
  expect([bytes, bandwidth["stored"], (await statistics()).storage_bytes]).toEqual([4321, 4321, 4321]);
});
