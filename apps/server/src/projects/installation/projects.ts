import { pagination } from "@kinora/domain/pages.ts";
import type { PROJECT_STANDINGS } from "@kinora/domain/people/installation.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { anywhere } from "../../platform/lists/list-filter.ts";

interface ProjectsRequest {
  page: number;
  perPage: number;
  search: string | null;
  /** Id of an account. */
  account: number | undefined;
  status?: (typeof PROJECT_STANDINGS)[number] | undefined;
}

interface ProjectRow {
  id: number;
  hash: string;
  name: string;
  domain: string;
  account: { id: number; name: string };
  videos: number;
  livestreams: number;
  on_air: number;
  storage_bytes: number;
  storage_soft_bytes: number | null;
  storage_hard_bytes: number | null;
  suspended_at: Date | null;
  failures: number;
  created_at: Date;
}

/** One page of the projects of all accounts, the newest first; for superusers. */
export async function listInstallationProjects(context: Context, request: ProjectsRequest) {
  const { page, perPage, search, account, status } = request;
  const { db, clock } = context;
  const found =
    search === null
      ? sql`true`
      : sql`name ilike ${anywhere(search)} or domain ilike ${anywhere(search)} or hash = ${search} or id::text = ${search}`;
  const within = account === undefined ? sql`true` : sql`account_id = ${account}`;
  const standing = { active: sql`suspended_at is null`, suspended: sql`suspended_at is not null` };
  const shown = status === undefined ? sql`true` : standing[status];
  const matching = sql`from projects where deleted_at is null and ${within} and ${shown} and (${found})`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db);
  const { rows } = await sql<ProjectRow>`
    select page.id, page.hash, page.name, page.domain, page.created_at, page.suspended_at, page.storage_soft_bytes,
      page.storage_hard_bytes,
      json_build_object('id', accounts.id, 'name', accounts.name) as account,
      (select coalesce(sum(rows), 0)::bigint from video_buckets where project_id = page.id and width_bits = 16) as videos,
      (select count(*)::int from streams where project_id = page.id and deleted_at is null) as livestreams,
      (select count(*)::int from stream_sessions where project_id = page.id and ended_at is null) as on_air,
      coalesce((select bytes from project_storage where project_id = page.id), 0) as storage_bytes,
      (select count(*)::int from transcode_records where project_id = page.id and state = 'failed'
        and finished_at > ${clock.now()}::timestamptz - interval '24 hours') as failures
    from (select * ${matching} order by id desc offset ${(page - 1) * perPage} limit ${perPage}) page
    join accounts on accounts.id = page.account_id
    order by page.id desc`.execute(db);
  return { data: rows, pagination: pagination(page, perPage, counted.rows[0]?.total ?? 0) };
}
