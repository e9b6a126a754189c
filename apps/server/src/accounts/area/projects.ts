import { pagination } from "@kinora/domain/pages.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { anywhere } from "../../platform/lists/list-filter.ts";

interface ProjectsRequest {
  page: number;
  perPage: number;
  search: string | null;
}

interface ProjectRow {
  id: number;
  hash: string;
  name: string;
  domain: string;
  videos: number;
  livestreams: number;
  on_air: number;
  members: number;
  storage_bytes: number;
  storage_soft_bytes: number | null;
  storage_hard_bytes: number | null;
  suspended_at: Date | null;
  transfer: { email: string; expires_at: string } | null;
  created_at: Date;
}

/** One page of the projects of an account, the newest first. */
export async function listAccountProjects({ db, clock }: Context, { accountId }: Grant, request: ProjectsRequest) {
  const { page, perPage, search } = request;
  const found = search === null ? sql`true` : sql`(name ilike ${anywhere(search)} or domain ilike ${anywhere(search)})`;
  const matching = sql`from projects where account_id = ${accountId} and deleted_at is null and ${found}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db);
  const { rows } = await sql<ProjectRow>`
    select id, hash, name, domain, created_at, storage_soft_bytes, storage_hard_bytes, suspended_at,
      (select coalesce(sum(rows), 0)::bigint from video_buckets where project_id = page.id and width_bits = 16) as videos,
      (select count(*)::int from streams where project_id = page.id and deleted_at is null) as livestreams,
      (select count(*)::int from stream_sessions where project_id = page.id and ended_at is null) as on_air,
      (select count(*)::int from project_members where project_id = page.id) as members,
      coalesce((select bytes from project_storage where project_id = page.id), 0) as storage_bytes,
      (select jsonb_build_object('email', email, 'expires_at', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        from project_transfers where project_id = page.id and from_account_id = ${accountId} and state = 'open'
        and expires_at > ${clock.now()}::timestamptz) as transfer
    from (select * ${matching} order by id desc offset ${(page - 1) * perPage} limit ${perPage}) page
    order by id desc`.execute(db);
  return { data: rows, pagination: pagination(page, perPage, counted.rows[0]?.total ?? 0) };
}
