import { deleteRows, insertRow, selectRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { as, aProject, asUser, aUser, type TestProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { countUsage } from "./count-usage.ts";
import { listUsageRows, readUsage } from "./read-usage.ts";
import { recountUsage } from "./recount.ts";
import { sampleStorage } from "./storage-hours.ts";

const services = await sharedServices();

const MARCH = { from: "2030-03-01", to: "2030-04-01" };
const NOW = new Date("2030-04-10T12:00:00Z");

/** A project whose account exists since before March 2030 and lives by the clocks of Berlin. */
async function aBerliner(): Promise<TestProject> {
  const project = await aProject(services);
  await sql`update account_metering set time_zone = 'Europe/Berlin', counted_to = '2030-02-01'
    where account_id = ${project.accountId}`.execute(services.db);
  return project;
}

const deliver = (projectId: number, hour: string, bytes: number) =>
  sql`insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, bytes)
    values (${hour}, ${projectId}, 'video', 1, 'segment', 720, 0, '', '', ${bytes})`.execute(services.db);

let transcodes = 0;
const transcode = ({ accountId, projectId }: TestProject, finishedAt: string, state: string, renditions: object[]) =>
  sql`insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
      waited_seconds, encode_seconds, renditions)
    values (${(transcodes += 1)}, 1, 'A', ${projectId}, ${accountId}, ${state}, ${finishedAt}, 60, 1, 30,
      ${JSON.stringify(renditions)})`.execute(services.db);

async function session({ accountId, projectId }: TestProject, from: string, to: string | null, testing = false) {
  const stream = await sql<{ id: number }>`
    insert into streams (project_id, account_id, hash, name, key_hash, key_sealed)
    values (${projectId}, ${accountId}, md5(random()::text), 'Live', decode(md5(random()::text), 'hex'), '') returning id`.execute(
    services.db,
  );
  await sql`insert into stream_sessions (stream_id, project_id, account_id, started_at, ended_at, testing)
    values (${stream.rows[0]?.id}, ${projectId}, ${accountId}, ${from}, ${to}, ${testing})`.execute(services.db);
}

const restreamed = ({ projectId }: TestProject, from: string, to: string, testing = false) =>
  sql`insert into restream_spans (restream_id, stream_id, project_id, testing, started_at, ended_at)
    values (1, 1, ${projectId}, ${testing}, ${from}, ${to})`.execute(services.db);

const transcribed = ({ accountId, projectId }: TestProject, finishedAt: string, seconds: number) =>
  insertRow(services, "transcription_records", {
    ...{ transcription_id: (transcodes += 1), video_id: 1, project_id: projectId, account_id: accountId },
    ...{ finished_at: finishedAt, sound_seconds: seconds, engine_seconds: 9 },
  });

const encodedTrack = ({ accountId, projectId }: TestProject, finishedAt: string, seconds: number) =>
  insertRow(services, "audio_track_records", {
    ...{ track_id: (transcodes += 1), video_id: 1, project_id: projectId, account_id: accountId },
    ...{ finished_at: new Date(finishedAt), seconds },
  });

test("what a month's sources hold is in the ledger once, by the account's days, however often it is counted", async () => {
  const project = await aBerliner();
  const other = await aBerliner();
  // 23:00 UTC is the next day in Berlin.
  await deliver(project.projectId, "2030-02-28 22:00Z", 1_000_000_000);
  await deliver(project.projectId, "2030-02-28 23:00Z", 2_000_000_000);
  await deliver(project.projectId, "2030-03-31 21:00Z", 500_000_000);
  await deliver(project.projectId, "2030-03-31 22:00Z", 9_000_000_000);
  await deliver(other.projectId, "2030-03-05 10:00Z", 7_000_000_000);
  await transcode(project, "2030-03-02 10:00Z", "complete", [
    { height: 0, seconds: 90 },
    { height: 360, short_side: 360, seconds: 90 },
    { height: 1280, short_side: 720, seconds: 90 },
    { height: 1080, seconds: 60 },
    { height: 2160, short_side: 2160, seconds: 30 },
    { height: 1080, short_side: 1080, seconds: 600, copied: true },
  ]);
  await transcode(project, "2030-03-02 11:00Z", "failed", [{ height: 720, short_side: 720, seconds: 600 }]);
  // Over midnight, and over the night in which clocks go forward.
  await session(project, "2030-03-30 22:00Z", "2030-03-31 23:00Z");
  await session(project, "2030-03-10 10:00Z", "2030-03-10 11:30Z");
  await session(project, "2030-03-10 10:00Z", "2030-03-10 20:00Z", true);
  // Two platforms at one time, one over midnight; a span of no length counts nothing.
  await restreamed(project, "2030-03-10 10:00Z", "2030-03-10 11:00Z");
  await restreamed(project, "2030-03-10 10:30Z", "2030-03-10 23:30Z");
  await restreamed(project, "2030-03-12 10:00Z", "2030-03-12 10:00Z");
  await restreamed(project, "2030-03-13 10:00Z", "2030-03-13 12:00Z", true);
  // 23:00 UTC is the next month in Berlin.
  await encodedTrack(project, "2030-03-02 10:00Z", 90);
  await encodedTrack(project, "2030-03-31 23:00Z", 600);
  await transcribed(project, "2030-03-02 10:00Z", 90);
  await transcribed(project, "2030-03-31 23:00Z", 600);
  for (const count of [1, 2]) {
    await countUsage(services.db, { now: NOW });
    expect(await readUsage(services.db, project.accountId, MARCH), `counted ${count} times`).toEqual({
      storage: 0,
      traffic: 2_500,
      encoding_sd: 1_500,
      encoding_hd: 2_500,
      encoding_uhd: 500,
      encoding_audio: 1_500,
      live: 25_500,
      restream: 14_000,
      transcription: 1_500,
      seats: 0,
      projects: 0,
    });
  }
  const rows = await listUsageRows(services.db, project.accountId, "live", MARCH);
  expect(rows).toEqual([
    { day: "2030-03-10", project_id: project.projectId, project: "Test project", quantity: 1.5, kinds: null },
    // From 22:00 UTC, which is 23:00 in Berlin.
    { day: "2030-03-30", project_id: project.projectId, project: "Test project", quantity: 1, kinds: null },
    // This day has 23 hours.
    { day: "2030-03-31", project_id: project.projectId, project: "Test project", quantity: 23, kinds: null },
  ]);
  expect(await listUsageRows(services.db, project.accountId, "restream", MARCH)).toMatchObject([
    { day: "2030-03-10", quantity: 13.5 },
    { day: "2030-03-11", quantity: 0.5 },
  ]);
  expect((await readUsage(services.db, other.accountId, MARCH)).traffic).toBe(7_000);
  const heads = await readUsage(services.db, project.accountId, { from: "2030-04-01", to: "2030-05-01" });
  expect(heads).toMatchObject({ seats: 1_000, projects: 1_000 });
});

test("a gigabyte that is kept all month is a gigabyte-month, and hours without a worker are filled", async () => {
  const project = await aBerliner();
  await sql`delete from storage_hours`.execute(services.db);
  await sql`insert into project_storage (project_id, bytes) values (${project.projectId}, 2000000000)`.execute(
    services.db,
  );
  // March begins at 23:00 UTC in Berlin, and ends at 22:00.
  await sampleStorage(services.db, new Date("2030-02-28T23:10:00Z"));
  await sampleStorage(services.db, new Date("2030-02-28T23:50:00Z"));
  await sampleStorage(services.db, new Date("2030-03-16T12:30:00Z"));
  await sql`update project_storage set bytes = 500 where project_id = ${project.projectId}`.execute(services.db);
  await sampleStorage(services.db, new Date("2030-03-31T21:30:00Z"));
  await countUsage(services.db, { now: NOW });
  // All hours but the last one, in which there were 500 bytes.
  const { storage } = await readUsage(services.db, project.accountId, MARCH);
  expect(storage).toBe(Math.round((2_000 * 742) / 743));
});

test("stored bytes are counted by kind, which add up to their sum, also when a day is counted again", async () => {
  const project = await aBerliner();
  const { accountId, projectId } = project;
  await sql`delete from storage_hours`.execute(services.db);
  const video = (stored: number, source: number, extra: number, recorded: boolean) =>
    sql`insert into videos (project_id, account_id, hash, title, status, source_bytes, extra_bytes, stored_bytes, recorded)
      values (${projectId}, ${accountId}, md5(random()::text), 'A', 'complete', ${source}, ${extra}, ${stored}, ${recorded})`.execute(
      services.db,
    );
  await video(1_000, 600, 50, false);
  await video(500, 300, 0, true);
  // Of a video that is being deleted, less is stored than its original had.
  await video(100, 900, 20, false);
  await sampleStorage(services.db, new Date("2030-03-30T10:10:00Z"));
  await video(2_000, 2_000, 0, false);
  await sampleStorage(services.db, new Date("2030-03-30T10:20:00Z"));
  await sampleStorage(services.db, new Date("2030-03-30T12:10:00Z"));
  const now = new Date("2030-03-31T12:00:00Z");
  const stored = async () =>
    (await selectRows(services, "usage_days", { account_id: accountId, meter: "storage" }, "quantity", "kinds")).map(
      ({ quantity, kinds }) => ({ quantity: Number(quantity), kinds }),
    );
  // Two hours of 1,600 bytes, the second without a worker, and one of 3,600.
  const counted = {
    quantity: 2 * 1_600 + 3_600,
    kinds: { originals: 2 * 700 + 2_700, recordings: 3 * 300, other: 3 * 50, renditions: 3 * 550 },
  };
  const days = { from: "2030-03-30", to: "2030-03-31" };
  for (const accountOnly of [undefined, accountId]) {
    await countUsage(services.db, { now, ...days, ...(accountOnly === undefined ? {} : { accountId: accountOnly }) });
    expect(await stored()).toEqual([counted]);
  }
  const [row] = await listUsageRows(services.db, accountId, "storage", MARCH);
  expect(Object.values(row?.kinds ?? {}).reduce((sum, part) => sum + part, 0)).toBeCloseTo(row?.quantity ?? 0, 12);
  // An hour from before storage was measured by kind: the day has its sum alone.
  await sql`update storage_hours set originals = null, recordings = null, other = null
    where project_id = ${projectId} and hour = '2030-03-30T10:00Z'`.execute(services.db);
  await countUsage(services.db, { now, accountId, ...days });
  expect(await stored()).toEqual([{ ...counted, kinds: null }]);
});

test("days are counted again on demand, and what differs is kept; what projects that are gone used stays", async () => {
  const project = await aBerliner();
  const gone = await aBerliner();
  await deliver(project.projectId, "2030-03-05 10:00Z", 1_000);
  await deliver(gone.projectId, "2030-03-05 10:00Z", 4_000_000_000);
  await countUsage(services.db, { now: NOW });
  await countUsage(services.db, { now: NOW });
  // A cache's log that was imported weeks later.
  await deliver(project.projectId, "2030-03-05 11:00Z", 500);
  await countUsage(services.db, { now: new Date("2030-04-11T12:00:00Z") });
  const root = as(
    { ...services, clock: { now: () => new Date("2030-04-12T12:00:00Z") } },
    asUser(await aUser(services, { superuser: true }), true),
  );
  expect(await recountUsage(root, project.accountId, "2030-03")).toEqual([
    { day: "2030-03-05", meter: "traffic", project_id: project.projectId, before: 1_000, after: 1_500 },
  ]);
  expect(await recountUsage(root, project.accountId, "2030-03")).toEqual([]);
  await deleteRows(services, "projects", { id: gone.projectId });
  expect(await recountUsage(root, gone.accountId, "2030-03")).toEqual([]);
  expect((await readUsage(services.db, gone.accountId, MARCH)).traffic).toBe(4_000);
  await expect(recountUsage(root, project.accountId, "2030-05")).rejects.toMatchObject({ code: "invalid" });
});

test("an account that cannot be counted stops no other, and is named", async () => {
  const [broken, sound] = [await aBerliner(), await aBerliner()];
  await sql`update account_metering set time_zone = 'Nowhere/Land' where account_id = ${broken.accountId}`.execute(
    services.db,
  );
  await deliver(sound.projectId, "2030-03-05 10:00Z", 1_000_000_000);
  await expect(countUsage(services.db, { now: NOW })).rejects.toThrow(
    `The usage of account ${broken.accountId} could not be counted.`,
  );
  expect((await readUsage(services.db, sound.accountId, MARCH)).traffic).toBe(1_000);
});

test("what did not change is not written again", async () => {
  const { accountId, projectId } = await aBerliner();
  await deliver(projectId, "2030-03-05 10:00Z", 1_000);
  await deliver(projectId, "2030-03-06 10:00Z", 1_000);
  const versions = async () => {
    const { rows } = await sql<{ day: string; version: string }>`
      select day::text, xmin::text as version from usage_days where account_id = ${accountId} and meter = 'traffic'
      order by day`.execute(services.db);
    return rows;
  };
  await countUsage(services.db, { now: NOW, accountId });
  const before = await versions();
  await deliver(projectId, "2030-03-06 11:00Z", 1_000);
  await countUsage(services.db, { now: NOW, accountId, ...MARCH });
  const after = await versions();
  expect(after[0]).toEqual(before[0]);
  expect(after[1]?.version).not.toBe(before[1]?.version);
});
