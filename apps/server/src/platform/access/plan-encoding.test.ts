import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedServices } from "../../testing/fixtures.ts";
import { aProject, givePlan, type TestProject } from "../testing.ts";
import { linesProblem, minutesProblem } from "./plan-encoding.ts";

const services = await sharedServices();

const NOW = new Date("2030-03-15T12:00:00Z");
let transcodes = 0;

const record = (
  { accountId, projectId }: TestProject,
  finishedAt: string,
  renditions: object[],
  state: "complete" | "failed" = "complete",
) =>
  sql`
  insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at, source_seconds,
    waited_seconds, encode_seconds, renditions)
  values (${(transcodes += 1) + 770_000}, 1, 'A', ${projectId}, ${accountId}, ${state}, ${finishedAt}::timestamptz, 60, 1, 30,
    ${JSON.stringify(renditions)}::jsonb)`.execute(services.db);

/** A transcode in progress that has planned one encoded, one copied and one reused rendition of so many minutes, with sound. */
async function planned({ accountId, projectId }: TestProject, minutes: number): Promise<number> {
  const { rows } = await sql<{ id: number; video_id: number }>`
    with video as (
      insert into videos (project_id, account_id, hash, title, status)
      values (${projectId}, ${accountId}, substr(md5(random()::text), 1, 16), 'A', 'processing') returning id)
    insert into transcodes (video_id, project_id, account_id, version, state, plan, media_seconds, reuse)
    select id, ${projectId}, ${accountId}, 1, 'running', '{}', ${minutes * 60}, '{"version": 1, "labels": ["360p"], "wanted": []}'
    from video returning id, video_id`.execute(services.db);
  const [row] = rows;
  await sql`
    insert into renditions (transcode_id, video_id, account_id, version, kind, label, copied)
    values (${row?.id}, ${row?.video_id}, ${accountId}, 1, 'video', '720p', false),
      (${row?.id}, ${row?.video_id}, ${accountId}, 1, 'video', '1080p', true),
      (${row?.id}, ${row?.video_id}, ${accountId}, 1, 'video', '360p', false),
      (${row?.id}, ${row?.video_id}, ${accountId}, 1, 'audio', 'audio', false)`.execute(services.db);
  return row?.id ?? 0;
}

test("minutes are counted as they are charged, in the account's month, with those that are planned", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  for (const each of [project, other]) await givePlan(services, each.accountId, { encoded_minutes: 10 });
  await sql`update account_metering set time_zone = 'Pacific/Auckland' where account_id = ${project.accountId}`.execute(
    services.db,
  );
  const problem = (minutes?: number, transcodeId?: number) =>
    minutesProblem(services.db, project.accountId, {
      now: NOW,
      ...(minutes === undefined ? {} : { minutes }),
      ...(transcodeId === undefined ? {} : { transcodeId }),
    });
  // In Auckland March began at 11:00 of the last day of February in UTC.
  await record(project, "2030-02-28T10:59:00Z", [{ height: 720, seconds: 600 }]);
  await record(project, "2030-02-28T11:00:00Z", [
    { height: 720, seconds: 120 },
    { height: 0, seconds: 600 },
    { height: 1080, seconds: 600, copied: true },
  ]);
  await record(project, "2030-03-10T11:00:00Z", [{ height: 720, seconds: 600 }], "failed");
  expect(await problem()).toBeNull();
  expect(await problem(8)).toBeNull();
  const short = (left: string) =>
    `The plan Small allows 10 encoded minutes a month, of which ${left} are left. Ask the operator for a larger one.`;
  expect(await problem(8.01)).toBe(short("8"));

  const running = await planned(project, 3);
  expect(await problem(5)).toBeNull();
  expect(await problem(5.01)).toBe(short("5"));
  // What the transcode itself has planned does not count twice.
  expect(await problem(8, running)).toBeNull();
  await record(project, "2030-03-11T11:00:00Z", [{ height: 360, seconds: 300 }]);
  expect(await problem()).toBe(short("none"));
  expect(await minutesProblem(services.db, other.accountId, { now: NOW, minutes: 10 })).toBeNull();
});

test("a plan limits the lines of a rendition; without one nothing is limited", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  await givePlan(services, project.accountId, { rendition_lines: 1080 });
  expect(await linesProblem(services.db, project.accountId, 1080)).toBeNull();
  expect(await linesProblem(services.db, project.accountId, 1440)).toBe(
    "The plan Small allows renditions of up to 1080p. Ask the operator for a larger one.",
  );
  expect(await linesProblem(services.db, other.accountId, 2160)).toBeNull();
  expect(await minutesProblem(services.db, other.accountId, { now: NOW, minutes: 1e6 })).toBeNull();
});
