import { selectOrdered } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { as, aProject, asUser, type TestProject } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { rebuildCounters } from "./counters.ts";

const services = await sharedServices();

const rebuild = (projectId: number) => rebuildCounters(as(services, asUser(1, true)), projectId);

/** A project with a category and a tag that some videos have, the last one still in progress. */
async function countedProject(project: TestProject, videos: number): Promise<void> {
  const { accountId, projectId } = project;
  await sql`
    with category as (insert into categories (project_id, account_id, name, slug)
        values (${projectId}, ${accountId}, 'Talks', 'talks') returning id),
      tag as (insert into tags (project_id, account_id, name) values (${projectId}, ${accountId}, 'Night') returning id),
      added as (insert into videos (project_id, account_id, hash, title, file_name, status, category_id, stored_bytes)
        select ${projectId}::bigint, ${accountId}::bigint, ${projectId}::text || '-' || n, 'Film', 'film.mp4',
          case when n < ${videos}::int then 'complete' else 'processing' end, category.id, 1000
        from category, generate_series(1, ${videos}::int) as n returning id, project_id)
    select 1 from added`.execute(services.db);
  await sql`
    insert into video_tags (video_id, tag_id, project_id)
    select v.id, t.id, v.project_id from videos v join tags t using (project_id)
    where project_id = ${projectId} and v.status = 'complete'`.execute(services.db);
}

test("counters that differ are corrected and answered, and the next rebuild finds them right", async () => {
  const project = await aProject(services);
  await countedProject(project, 3);
  const { accountId, projectId } = project;
  expect(await rebuild(projectId)).toEqual([]);
  await sql`update categories set videos = 7 where project_id = ${projectId}`.execute(services.db);
  await sql`update tags set videos = 0 where project_id = ${projectId}`.execute(services.db);
  await sql`update video_buckets set rows = 9 where project_id = ${projectId} and list = 'completed'`.execute(
    services.db,
  );
  await sql`delete from video_buckets where project_id = ${projectId} and list = 'inprogress'`.execute(services.db);
  await sql`update project_storage set bytes = 10 where project_id = ${projectId}`.execute(services.db);
  await sql`delete from account_storage where account_id = ${accountId}`.execute(services.db);
  expect(await rebuild(projectId)).toEqual([
    { counter: "videos", name: "completed", was: 9, counted: 2 },
    { counter: "videos", name: "inprogress", was: 0, counted: 1 },
    { counter: "account_storage", name: "Test account", was: 0, counted: 3000 },
    { counter: "category", name: "Talks", was: 7, counted: 3 },
    { counter: "project_storage", name: expect.any(String), was: 10, counted: 3000 },
    { counter: "tag", name: "Night", was: 0, counted: 2 },
  ]);
  expect(await rebuild(projectId)).toEqual([]);
  const { rows } = await sql`
    select list, width_bits, rows from video_buckets where project_id = ${projectId} order by 1, 2`.execute(
    services.db,
  );
  expect(rows).toEqual([
    { list: "completed", width_bits: 8, rows: 2 },
    { list: "completed", width_bits: 16, rows: 2 },
    { list: "inprogress", width_bits: 8, rows: 1 },
    { list: "inprogress", width_bits: 16, rows: 1 },
  ]);
  const lines = await selectOrdered(
    services,
    "audit_log",
    "id",
    { project_id: projectId, action: "project.counters_rebuilt" },
    "changes",
  );
  expect(lines.map(({ changes }) => changes)).toMatchObject([
    { corrected: 0 },
    { corrected: 6, "category Talks": [7, 3], "tag Night": [0, 2] },
    { corrected: 0 },
  ]);
});

test("only the project's own counters are touched, and one that is deleted is not found", async () => {
  const [one, other] = [await aProject(services), await aProject(services)];
  await countedProject(other, 2);
  await sql`update categories set videos = 5 where project_id = ${other.projectId}`.execute(services.db);
  expect(await rebuild(one.projectId)).toEqual([]);
  const { rows } = await sql`select videos from categories where project_id = ${other.projectId}`.execute(services.db);
  expect(rows).toEqual([{ videos: 5 }]);
  await sql`update projects set deleted_at = now() where id = ${one.projectId}`.execute(services.db);
  await expect(rebuild(one.projectId)).rejects.toMatchObject({ code: "not_found" });
});

test("rebuilds at once, while videos come and go, leave every counter right", async () => {
  const project = await aProject(services);
  const { accountId, projectId } = project;
  await countedProject(project, 4);
  await sql`update project_storage set bytes = 99 where project_id = ${projectId}`.execute(services.db);
  await sql`update categories set videos = 50 where project_id = ${projectId}`.execute(services.db);
  const change = async (name: string) => {
    for (let round = 0; round < 10; round += 1) {
      const hash = `${name}${projectId}-${round}`;
      await sql`
        insert into videos (project_id, account_id, hash, title, file_name, status, category_id, stored_bytes)
        select ${projectId}, ${accountId}, ${hash}, 'Film', 'film.mp4', 'complete', id, 500
        from categories where project_id = ${projectId}`.execute(services.db);
      if (round % 2 === 0) await sql`delete from videos where hash = ${hash}`.execute(services.db);
    }
  };
  await Promise.all([change("a"), change("b"), rebuild(projectId), rebuild(projectId), rebuild(projectId)]);
  expect(await rebuild(projectId)).toEqual([]);
  const { rows } = await sql`
    select c.videos, s.bytes from categories c join project_storage s using (project_id)
    where project_id = ${projectId}`.execute(services.db);
  expect(rows).toEqual([{ videos: 14, bytes: 9000 }]);
});
