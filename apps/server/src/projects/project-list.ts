import type { listedProject } from "@kinora/contract/accounts/projects.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { isNamed } from "../platform/lists/list-filter.ts";
import { ofPlace, readPage } from "../platform/lists/read-page.ts";
import type { RowOf } from "../platform/lists/row-of.ts";
import type { OwnPlace } from "../platform/nouns/noun.ts";

type ProjectQuery = InputOf<"advanced", "listInstallationProjects">;

type ProjectRow = RowOf<typeof listedProject>;

/** One page of the projects of an account, or of the installation, the newest first. */
export function listProjects({ db, clock }: Pick<Context, "db" | "clock">, place: OwnPlace, query: ProjectQuery) {
  const { search, account, status } = query;
  const now = clock.now();
  const where = [
    sql`deleted_at is null`,
    ofPlace(place, "projects"),
    account && sql`account_id = ${account}`,
    status && sql`suspended_at is ${sql.raw(status === "active" ? "null" : "not null")}`,
    search && sql`(${isNamed(search, "name", "domain")} or hash = ${search} or id::text = ${search})`,
  ];
  return readPage<ProjectRow>(db, { from: sql`projects`, where, order: sql`id desc` }, query, async (found) => {
    const { rows } = await sql<ProjectRow>`
      select page.id, page.hash, page.name, page.domain, page.created_at, page.storage_soft_bytes, page.storage_hard_bytes,
        page.suspended_at, json_build_object('id', accounts.id, 'name', accounts.name) as account,
        (select coalesce(sum(rows), 0)::bigint from video_buckets where project_id = page.id and width_bits = 16) as videos,
        (select count(*)::int from streams where project_id = page.id and deleted_at is null) as livestreams,
        (select count(*)::int from stream_sessions where project_id = page.id and ended_at is null) as on_air,
        (select count(*)::int from project_members where project_id = page.id) as members,
        coalesce((select bytes from project_storage where project_id = page.id), 0) as storage_bytes,
        (select jsonb_build_object('email', email, 'expires_at', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
          from project_transfers where project_id = page.id and from_account_id = page.account_id and state = 'open'
          and expires_at > ${now}::timestamptz) as transfer,
        (select count(*)::int from transcode_records where project_id = page.id and state = 'failed'
          and finished_at > ${now}::timestamptz - interval '24 hours') as failures
      from (${found}) page join accounts on accounts.id = page.account_id
      order by page.id desc`.execute(db);
    return rows;
  });
}
