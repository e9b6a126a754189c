import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

/** A project full of videos and a key for it. */
export interface FullProject {
  projectId: number;
  videos: number;
  headers: { authorization: string };
}

/** A word in the title of one video of the project only. */
export const RARE_WORD = "quetzalcoatl";
/** A word in the title of every video. */
export const COMMON_WORD = "lesson";

/**
 * Fills one new project per number with that many finished videos, all in one go: the triggers that keep the counts are
 * left out while the rows come, and the counts are made of the rows afterwards.
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
      "select indexname as name, indexdef as definition from pg_indexes where tablename = 'videos' and indexname not in (select conname from pg_constraint)",
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    const projects: FullProject[] = [];
    for (const videos of sizes) projects.push(await fillProject(client, accountId, videos));
    for (const { definition } of indexes) await client.query(definition);
    await client.query(
      `
      insert into video_buckets (project_id, list, width_bits, bucket, rows)
      select project_id, list, bits, id >> bits, count(*) from videos, (values (8), (16)) as width (bits)
      where project_id = any($1) group by 1, 2, 3, 4`,
      [projects.map(({ projectId }) => projectId)],
    );
    for (const table of ["videos", "video_buckets"]) await client.query(`vacuum analyze ${table}`);
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
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  await client.query(
    `insert into videos (project_id, account_id, hash, title, status, published, playable, version, duration_seconds, width,
       height, stored_bytes, source_bytes, file_name, completed_at)
     select $1::bigint, $2, md5($1 || '-' || n),
       '${COMMON_WORD} ' || n || ' of course ' || n % 997 || ' by teacher ' || n % 89
         || case when n = $3::int / 2 then ' ${RARE_WORD}' else '' end,
       'complete', n % 3 > 0, true, 1, 60 + n % 600, 1920, 1080, 50000000, 40000000, 'lesson.mp4', now()
     from generate_series(1, $3) as n`,
    [projectId, accountId, videos],
  );
  await client.query("commit");
  return { projectId, videos, headers: { authorization: `Bearer ${key}` } };
}
