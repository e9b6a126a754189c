import { selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { readCsv } from "@kinora/domain/csv.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { countUsage } from "../../billing/usage/count-usage.ts";
import { aMember, aProject, as } from "../../platform/testing.ts";
import { listProjects } from "../../projects/project-list.ts";
import { accountGrantOf, sharedServices } from "../../testing/fixtures.ts";
import { recordStatements } from "../../testing/recorded-statements.ts";
import { sumStored } from "../../testing/stored-sums.ts";
import { readDetails, saveDetails } from "./details.ts";
import { listAccountMembers, listAccountOwners } from "./people.ts";
import { exportStatistics, readStatistics } from "./statistics.ts";

const services = await sharedServices();

const everybody = { page: 1, per_page: 30 };

const DETAILS = {
  name: "Harbour Films",
  company_name: "Harbour Films GmbH",
  billing_email: "billing@example.com",
  vat_number: "DE123456789",
  street: "Am Kai 1",
  city: "Hamburg",
  postcode: "20457",
  country: "DE",
  po_number: "",
};

test("details are empty at first, saved, and recorded once with what changed", async () => {
  const project = await aProject(services);
  const context = as(services, project.owner);
  expect(await readDetails(services.db, accountGrantOf(project))).toMatchObject({ name: "Test account", city: "" });
  await saveDetails(context, accountGrantOf(project), DETAILS);
  await saveDetails(context, accountGrantOf(project), DETAILS);
  expect(await readDetails(services.db, accountGrantOf(project))).toEqual(DETAILS);
  const lines = await selectRows(services, "audit_log", { account_id: project.accountId }, "action", "changes");
  expect(lines).toMatchObject([{ action: "account.updated", changes: { city: ["", "Hamburg"] } }]);
});

test("members of all projects are listed with their roles", async () => {
  const project = await aProject(services);
  const other = await aProject(services);
  const context = as(services, project.owner);
  const { userId } = await aMember(services, project, []);
  await aMember(services, other, []);
  const found = await listAccountMembers(context, accountGrantOf(project), everybody);
  expect(found.data).toMatchObject([{ id: userId, roles: [{ project: "Test project", blocked: false }] }]);
  const none = await listAccountMembers(context, accountGrantOf(project), { ...everybody, project: other.projectId });
  expect(none.pagination.total).toBe(0);
  expect(await listAccountOwners(context, accountGrantOf(project))).toMatchObject([
    { id: project.ownerId, second_factor: false },
  ]);
});

test("statistics count what happened in the month, in this account alone", async () => {
  const project = await aProject(services);
  const other = await aProject(services);
  for (const [{ projectId, accountId }, transcode] of [
    [project, 1],
    [other, 2],
  ] as const) {
    await sql`
      insert into view_hours (hour, project_id, item_kind, item_id, player_id, host, country, device, browser, audience, plays)
      values ('2030-01-31 23:00Z', ${projectId}, 'video', 1, 0, '', '', 'desktop', '', 'viewer', 5),
        ('2030-02-01 00:00Z', ${projectId}, 'video', 1, 0, '', '', 'desktop', '', 'viewer', 7),
        ('2030-01-01 00:00Z', ${projectId}, 'video', 1, 0, '', '', 'desktop', '', 'bot', 9)`.execute(services.db);
    await sql`
      insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, bytes)
      values ('2030-01-01 00:00Z', ${projectId}, 'video', 1, 'segment', 720, 0, '', '', 1000)`.execute(services.db);
    await sql`
      insert into transcode_records (transcode_id, video_id, title, project_id, account_id, state, finished_at,
        source_seconds, waited_seconds, encode_seconds, renditions)
      values (${transcode}, 1, 'A', ${projectId}, ${accountId}, 'complete', '2030-01-15Z', 60, 1, 30,
        '[{"height": 720, "seconds": 60}, {"height": 360, "seconds": 60}]')`.execute(services.db);
    await sumStored(services.db, projectId);
  }
  await countUsage(services.db, { now: new Date("2030-02-10Z"), from: "2030-01-01", to: "2030-02-01" });
  const { totals, projects } = await readStatistics(as(services, project.owner), accountGrantOf(project), "2030-01");
  expect(totals).toEqual({
    projects: 1,
    videos: 0,
    storage_bytes: 0,
    members: 0,
    encoded_minutes: 2,
    live_hours: 0,
    restream_hours: 0,
    plays: 5,
    bytes_out: 1000,
    stored_originals: 0,
    stored_renditions: 0,
    stored_recordings: 0,
    stored_other: 0,
  });
  expect(projects).toMatchObject([{ id: project.projectId, plays: 5 }]);
  await updateRows(services, "projects", { id: project.projectId }, { deleted_at: new Date() });
  const after = await readStatistics(as(services, project.owner), accountGrantOf(project), "2030-01");
  expect(after.totals).toEqual({ ...totals, projects: 0 });
  expect(after.projects).toMatchObject([{ id: project.projectId, deleted: true, plays: 5 }]);
  expect((await readStatistics(as(services, project.owner), accountGrantOf(project), "2029-12")).projects).toEqual([]);
});

test("the views of a month are read once for its figures and their sums", async () => {
  const project = await aProject(services);
  const statements: string[] = [];
  const context = { ...as(services, project.owner), db: recordStatements(services.db, statements) };
  const { projects, totals } = await readStatistics(context, accountGrantOf(project), "2030-01");
  expect(projects).toMatchObject([{ id: project.projectId, deleted: false, videos: 0 }]);
  expect(totals).toMatchObject({ projects: 1, members: 0, plays: 0 });
  expect(statements.filter((text) => text.includes("played_hours"))).toHaveLength(1);
});

test("storage of a month is shown by kind in gigabyte-months, with the days that were measured by kind", async () => {
  const project = await aProject(services);
  const hours = 24 * 31;
  const kinds = { originals: 1e9 * hours, renditions: 5e8 * hours, recordings: 2e9 * hours, other: 0 };
  await sql`
    insert into usage_days (account_id, project_id, meter, day, quantity, kinds, counted_at)
    values (${project.accountId}, ${project.projectId}, 'storage', '2030-01-05', 1, ${JSON.stringify(kinds)}, now()),
      (${project.accountId}, ${project.projectId}, 'storage', '2030-01-06', 1, null, now()),
      (${project.accountId}, ${project.projectId}, 'restream', '2030-01-06', ${90 * 60_000}, null, now())`.execute(
    services.db,
  );
  const { totals, projects } = await readStatistics(as(services, project.owner), accountGrantOf(project), "2030-01");
  const stored = { stored_originals: 1, stored_renditions: 0.5, stored_recordings: 2, stored_other: 0 };
  expect(totals).toMatchObject({ ...stored, restream_hours: 1.5 });
  expect(projects).toMatchObject([stored]);
});

test("each day of a month has the five projects that used most, and the other ones together", async () => {
  const project = await aProject(services);
  const { rows } = await sql<{ id: number }>`
    insert into projects (account_id, hash, name, domain)
    select ${project.accountId}, md5(random()::text), 'Project ' || n, 'example.com' from generate_series(1, 7) n returning id`.execute(
    services.db,
  );
  const ids = rows.map(({ id }) => id);
  await sql`
    insert into usage_days (account_id, project_id, meter, day, quantity, counted_at)
    select ${project.accountId}, id, meter, day, 60000 * (8 - place), now()
    from unnest(${ids}::bigint[]) with ordinality as listed (id, place), unnest('{traffic,encoding_sd,encoding_hd,seats}'::text[]) as meter,
      unnest('{2030-01-31,2030-02-01}'::date[]) as day`.execute(services.db);
  const context = as(services, project.owner);
  const { days, elapsed } = await readStatistics(context, accountGrantOf(project), "2030-01");
  const of = (figure: string) => days.filter((row) => row.figure === figure);
  expect(of("bytes_out").map(({ project: name, amount }) => [name, amount])).toEqual([
    ["", 3 * 60_000],
    ...[1, 2, 3, 4, 5].map((n) => [`Project ${n}`, (8 - n) * 60_000]),
  ]);
  // The prices of heights are different meters; minutes are minutes.
  expect(of("encoded_minutes").map(({ amount }) => amount)).toEqual([6, 14, 12, 10, 8, 6]);
  expect(of("live_hours")).toEqual([]);
  expect(new Set(days.map(({ day }) => day))).toEqual(new Set(["2030-01-31"]));
  expect(elapsed).toBe(0);
  expect((await readStatistics(context, accountGrantOf(project), "2020-01")).elapsed).toBe(1);
});

test("the figures of a month are downloaded by project, and the download is in the audit log", async () => {
  const project = await aProject(services);
  const { body } = await exportStatistics(as(services, project.owner), accountGrantOf(project), "2030-01");
  const [head, row, ...further] = readCsv(await new Response(body).text());
  expect(head?.cells.slice(0, 4)).toEqual(["id", "name", "deleted", "videos"]);
  expect(row?.cells.slice(0, 2)).toEqual([String(project.projectId), "Test project"]);
  expect(further).toEqual([]);
  const entry = await selectRow(services, "audit_log", { account_id: project.accountId }, "action", "changes");
  expect(entry).toEqual({ action: "account.statistics_exported", changes: { filter: { month: "2030-01" } } });
});

test("projects are found by name and domain", async () => {
  const project = await aProject(services);
  const listed = await listProjects(
    as(services, project.owner),
    { accountId: project.accountId },
    {
      page: 1,
      per_page: 30,
      search: "test",
    },
  );
  expect(listed.data).toMatchObject([{ id: project.projectId, members: 0, on_air: 0 }]);
});
