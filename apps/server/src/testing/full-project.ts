import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

/** A project with many videos and an API key. */
export interface FullProject {
  projectId: number;
  videos: number;
  headers: { authorization: string };
  /** Ids of its labels and people; the last of each is rare. */
  categories: number[];
  tags: number[];
  people: number[];
  /** Days between the first and the last video. */
  days: number;
}

/** A word in the title of exactly one video. */
export const RARE_WORD = "quetzalcoatl";
/** A word in the title of every video. */
export const COMMON_WORD = "lesson";
/** A word that is said in every video with captions, and in no title. */
export const SAID_WORD = "astrolabe";

const DAYS = 1_000;
/** Tables whose indexes are created after their rows. */
const FILLED = ["videos", "video_tags", "renditions"];

/**
 * Creates one project per number with that many videos: the triggers that maintain counters are
 * disabled during the inserts, and the counters are computed afterwards.
 */
export async function fillProjects(
  databaseUrl: string,
  accountId: number,
  sizes: readonly number[],
): Promise<FullProject[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "kinora-bench" });
  await client.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
      [FILLED],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const projects: FullProject[] = [];
    for (const videos of sizes) projects.push(await fillProject(client, accountId, videos));
    await client.query("set maintenance_work_mem = '512MB'");
    for (const { definition } of indexes) await client.query(definition);
    await client.query(
      `
      insert into video_buckets (project_id, list, width_bits, bucket, rows)
      select project_id, list, bits, id >> bits, count(*) from videos, (values (8), (16)) as width (bits)
      where project_id = any($1) and deleted_at is null group by 1, 2, 3, 4`,
      [projects.map(({ projectId }) => projectId)],
    );
    for (const table of [...FILLED, "captions", "spoken_passages", "video_buckets"])
      await client.query(`vacuum analyze ${table}`);
    // Flushes the writes, so that they do not disturb the measured reads.
    await client.query("checkpoint");
    return projects;
  } finally {
    await client.end();
  }
}

async function fillProject(client: pg.Client, accountId: number, videos: number): Promise<FullProject> {
  const key = `vk_live_${randomBytes(32).toString("base64url")}`;
  const { rows } = await client.query<{ id: string }>(
    "insert into projects (account_id, hash, name, domain) values ($1, $2, $3, 'example.com') returning id",
    [accountId, randomBytes(8).toString("hex"), `${videos} videos`],
  );
  const projectId = Number(rows[0]?.id);
  await client.query(
    "insert into api_keys (project_id, account_id, name, prefix, key_hash, scopes) values ($1, $2, 'Bench', $3, $4, '{full}')",
    [projectId, accountId, key.slice(0, 12), createHash("sha256").update(key).digest()],
  );
  const ids = async (text: string, values: unknown[]) =>
    (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => Number(id));
  const categories = await ids(
    "insert into categories (project_id, account_id, name, slug) select $1, $2, 'Category ' || n, 'category-' || n from generate_series(1, 21) as n returning id",
    [projectId, accountId],
  );
  const tags = await ids(
    "insert into tags (project_id, account_id, name) select $1, $2, 'Tag ' || n from generate_series(1, 41) as n returning id",
    [projectId, accountId],
  );
  const people = await ids(
    "insert into users (email, first_name, last_name) select $1 || '-' || n || '@example.com', 'Person', n::text from generate_series(1, 11) as n returning id",
    [`project-${projectId}`],
  );
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  await client.query(
    `insert into videos (project_id, account_id, hash, title, description, status, published, playable, version, duration_seconds, width,
       height, stored_bytes, source_bytes, file_name, category_id, user_id, created_at, completed_at, deleted_at, published_at)
     select $1::bigint, $2, md5($1 || '-' || n),
       '${COMMON_WORD} ' || n || ' of course ' || n % 997 || ' by teacher ' || n % 89
         || case when n = $3::int / 2 then ' ${RARE_WORD}' else '' end,
       case when n % 7 = 0 then 'Chapter ' || n % 13 || ' with exercises' else '' end,
       case when n % 100 = 1 then 'failed' when n % 100 = 2 then 'processing' else 'complete' end,
       n % 3 > 0, true, 1, 60 + n * 7919::bigint % 3600, 1920, 1080, 10000000 + n * 104729::bigint % 90000000, 40000000,
       'recording-' || n || '.mp4',
       case when n % 1009 = 8 then ($4::bigint[])[21] when n % 20 > 0 then ($4::bigint[])[n % 20] end,
       ($5::bigint[])[case when n % 1013 = 9 then 11 else 1 + n / 3 % 10 end],
       now() - ($3::int - n) * $6::float8 * interval '1 day', now(),
       case when n % 50 = 3 then now() - n % 1000 * interval '1 minute' end,
       case when n % 3 > 0 then now() - ($3::int - n) * $6::float8 * interval '1 day' end
     from generate_series(1, $3::int) as n`,
    [projectId, accountId, videos, categories, people, DAYS / videos],
  );
  await fillLabels(client, { projectId, accountId, tags });
  await client.query("commit");
  await client.query("update projects set trash_days = 30 where id = $1", [projectId]);
  return { projectId, videos, headers: { authorization: `Bearer ${key}` }, categories, tags, people, days: DAYS };
}

/** Gives the videos of a project tags, renditions and captions with words. */
async function fillLabels(
  client: pg.Client,
  { projectId, accountId, tags }: { projectId: number; accountId: number; tags: readonly number[] },
): Promise<void> {
  // The file name contains the video's number in its project.
  const numbered = `(select id, substring(file_name from '\\d+')::int as n from videos where project_id = $1::bigint order by id) as v`;
  await client.query(
    `insert into video_tags (video_id, tag_id, project_id)
     select id, unnest(case when n % 1019 = 10 then ($2::bigint[])[41:41]
       when n % 6 = 0 then array[($2::bigint[])[1 + n / 2 % 40], ($2::bigint[])[1 + (n / 2 + 1) % 40]]
       when n % 2 = 0 then ($2::bigint[])[1 + n / 2 % 40 : 1 + n / 2 % 40] end), $1
     from ${numbered}`,
    [projectId, tags],
  );
  await client.query(
    `insert into renditions (transcode_id, video_id, account_id, version, kind, label, height, state)
     select id, id, $2, 1, 'video', label, rtrim(label, 'p')::int, 'complete' from ${numbered} cross join lateral
       unnest(case when n % 1021 = 11 then '{360p,720p,1080p,2160p}'::text[] when n % 5 = 0 then '{360p,720p}' else '{360p,720p,1080p}' end) as label`,
    [projectId, accountId],
  );
  await client.query(
    `insert into captions (video_id, project_id, account_id, language, label, kind, format, size_bytes, cues)
     select id, $1, $2, 'en', 'English', 'captions', 'vtt', 1, 1 from ${numbered} where n % 1031 = 12`,
    [projectId, accountId],
  );
  await client.query(
    `insert into spoken_passages (captions_id, number, project_id, video_id, text, offsets, starts_ms)
     select id, part, project_id, video_id, 'This is part ' || part || ' of what is said in video ' || video_id
       || case when part = 50 then ', about the ${SAID_WORD}' else '' end, '{0}', array[part * 30000]
     from captions cross join generate_series(1, 100) as part where project_id = $1`,
    [projectId],
  );
}
