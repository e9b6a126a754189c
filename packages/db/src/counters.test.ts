import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cloneTestDatabase } from "./testing.ts";

const PROJECTS = 12;
const ROUNDS = 20;

let database: Awaited<ReturnType<typeof cloneTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await cloneTestDatabase(inject("postgresUrl"));
  client = await bareClient();
  // A project in each account, with one category and one tag.
  await client.query(
    `with accounts as (insert into accounts (name, cell) select n::text, 'local' from generate_series(1, ${PROJECTS}) as n returning id),
       projects as (insert into projects (account_id, hash, name, domain) select id, id, 'Quay', 'example.com' from accounts returning id, account_id),
       categories as (insert into categories (project_id, account_id, name, slug) select id, account_id, 'Talks', 'talks' from projects)
     insert into tags (project_id, account_id, name) select id, account_id, 'Night' from projects`,
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** A connection whose statements are sent once: nothing is tried again after a deadlock. */
async function bareClient(): Promise<pg.Client> {
  const bare = new pg.Client({ connectionString: database.url });
  await bare.connect();
  // Rows are changed in the order in which their ids are given.
  await bare.query("set enable_hashjoin = off; set enable_mergejoin = off");
  return bare;
}

/** One video in each project, in the order of the projects or the other way round. */
async function addVideos(bare: pg.Client, name: string, direction: "asc" | "desc"): Promise<string[]> {
  const { rows } = await bare.query<{ id: string }>(
    `insert into videos (project_id, account_id, hash, title, file_name, status, category_id, stored_bytes)
     select p.id, p.account_id, $1 || p.id, 'Film', 'film.mp4', 'processing', c.id, 1000
     from projects p join categories c on c.project_id = p.id order by p.id ${direction} returning id`,
    [name],
  );
  return rows.map(({ id }) => id);
}

/** Statements that change every counter of those videos, each in the order of their ids. */
const CHANGES = [
  "insert into video_tags (video_id, tag_id, project_id) select v.id, t.id, t.project_id from given join videos v using (id) join tags t using (project_id) order by given.at",
  "update videos v set stored_bytes = 5000 from given where v.id = given.id",
  "update videos v set category_id = null from given where v.id = given.id",
  "update videos v set status = 'complete', category_id = (select id from categories c where c.project_id = v.project_id) from given where v.id = given.id",
  "update videos v set deleted_at = now() from given where v.id = given.id",
  "update videos v set deleted_at = null from given where v.id = given.id",
  "delete from video_tags v using given where v.video_id = given.id",
  "insert into video_tags (video_id, tag_id, project_id) select v.id, t.id, t.project_id from given join videos v using (id) join tags t using (project_id) order by given.at",
];
const REMOVALS = [CHANGES[4], "delete from videos v using given where v.id = given.id"];

async function run(
  bare: pg.Client,
  statements: readonly (string | undefined)[],
  ids: readonly string[],
): Promise<void> {
  for (const statement of statements)
    await bare.query(
      `with given as materialized (select * from unnest($1::bigint[]) with ordinality as g (id, at)) ${statement}`,
      [ids],
    );
}

/** Every counter beside what it counts, where the two differ. */
async function wrongCounters(): Promise<unknown[]> {
  const { rows } = await client.query<{ what: string; key: string }>(`
    with counters as (
      select 'bucket' as what, project_id || list || width_bits || '-' || bucket as key, rows::numeric as number from video_buckets
      union all select 'category', id::text, videos from categories
      union all select 'tag', id::text, videos from tags
      union all select 'project', project_id::text, bytes from project_storage
      union all select 'account', account_id::text, bytes from account_storage),
    counted as (
      select 'bucket' as what, project_id || list || bits || '-' || (id >> bits) as key, count(*)::numeric as number
        from videos, (values (8), (16)) as width (bits) where deleted_at is null group by 2
      union all select 'category', category_id::text, count(*) from videos where deleted_at is null and category_id is not null group by 2
      union all select 'tag', tag_id::text, count(*) from video_tags join videos on id = video_id where deleted_at is null group by 2
      union all select 'project', project_id::text, sum(stored_bytes) from videos group by 2
      union all select 'account', account_id::text, sum(stored_bytes) from videos group by 2)
    select what, key, counters.number, counted.number as counted from counters full join counted using (what, key)
    where coalesce(counters.number, 0) <> coalesce(counted.number, 0)`);
  return rows;
}

test("two statements that change the same counters in opposite orders never end in a deadlock", async () => {
  const left: string[][] = [];
  const oneAfterTheOther = async (name: string, direction: "asc" | "desc") => {
    const bare = await bareClient();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const ids = await addVideos(bare, `${name}${round}-`, direction);
        await run(bare, CHANGES, ids);
        if (round % 2) await run(bare, REMOVALS, ids);
        else left.push(ids);
      }
    } finally {
      await bare.end();
    }
  };
  await Promise.all([oneAfterTheOther("a", "asc"), oneAfterTheOther("b", "desc")]);
  expect(left).toHaveLength(ROUNDS);
  expect(await wrongCounters()).toEqual([]);
  // What is left has tags, a category and a size.
  expect((await client.query("select from tags where videos = $1", [ROUNDS])).rowCount).toBe(PROJECTS);
  expect((await client.query("select from account_storage where bytes = $1", [ROUNDS * 5_000])).rowCount).toBe(
    PROJECTS,
  );
});

test("counters follow a video that is deleted without having been in the trash, and a project that is deleted", async () => {
  const [kept = "", gone = ""] = await addVideos(client, "c", "asc");
  await run(client, CHANGES, [kept, gone]);
  await client.query("delete from videos where id = $1", [kept]);
  expect(await wrongCounters()).toEqual([]);
  const { rows } = await client.query(
    "delete from projects p using videos v where v.id = $1 and p.id = v.project_id returning p.account_id",
    [gone],
  );
  expect(rows).toHaveLength(1);
  await client.query("delete from video_buckets where project_id not in (select id from projects)");
  expect(await wrongCounters()).toEqual([]);
});
