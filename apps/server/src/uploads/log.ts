import type { Executor } from "@kinora/db/connect.ts";
import { uploadFix, type UploadResult, type UploadSource } from "@kinora/domain/uploads.ts";
import type { VideoFailure } from "@kinora/domain/videos.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../context.ts";
import { anywhere, within } from "../platform/list-filter.ts";
import { logPage } from "../platform/log-page.ts";
import { presentPerson, type PersonRow } from "../platform/person.ts";
import type { Ground } from "../platform/scope.ts";

type ProjectGround = Ground & { projectId: number };

export interface LogFilter {
  search?: string | null | undefined;
  result?: readonly UploadResult[] | undefined;
  source?: readonly UploadSource[] | undefined;
  user?: readonly number[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface LogRow {
  id: string;
  created_at: Date;
  finished_at: Date | null;
  file_name: string;
  source: UploadSource;
  source_url: string | null;
  size_bytes: number;
  offset_bytes: number;
  result: UploadResult;
  failure: VideoFailure | null;
  user: PersonRow | null;
  video: { id: number; title: string } | null;
}

/** An upload's way, its video's way to playable included: once it played, later transcodes are another story. */
const RESULT = sql<UploadResult>`case
  when u.state = 'cancelled' or (u.state = 'uploading' and v.deleted_at is not null) then 'cancelled'
  when u.state = 'uploading' then 'uploading'
  when u.state in ('failed', 'expired') then 'failed'
  when v.version > 0 or v.deleted_at is not null or v.status = 'complete' then 'complete'
  when v.status = 'failed' then 'failed'
  when v.status = 'cancelled' then 'cancelled'
  else 'processing' end`;

const SOURCE = sql<UploadSource>`case when u.source = 'browser' and u.api_key_id is not null then 'api' else u.source end`;

function conditions(context: Context, ground: ProjectGround, filter: LogFilter) {
  const parts = [sql<SqlBool>`u.project_id = ${ground.projectId}`];
  if (!ground.permissions.has("video_view")) {
    const { caller } = context;
    if (caller.kind === "api_key") parts.push(sql<SqlBool>`u.api_key_id = ${caller.keyId}`);
    else parts.push(sql<SqlBool>`u.user_id = ${caller.kind === "user" ? caller.userId : 0}`);
  }
  if (filter.search)
    parts.push(
      sql<SqlBool>`(u.file_name ilike ${anywhere(filter.search)} or v.title ilike ${anywhere(filter.search)} or u.source_url ilike ${anywhere(filter.search)})`,
    );
  if (filter.result && filter.result.length > 0) parts.push(sql<SqlBool>`${RESULT} = any(${filter.result})`);
  if (filter.source && filter.source.length > 0) parts.push(sql<SqlBool>`${SOURCE} = any(${filter.source})`);
  if (filter.user && filter.user.length > 0) parts.push(sql<SqlBool>`u.user_id = any(${filter.user})`);
  parts.push(...within(sql`u.created_at`, filter));
  return sql.join(parts, sql` and `);
}

/** One page of what was uploaded to a project, newest first; counted and paged up to 10,000 rows. */
export async function listUploadLog(
  context: Context,
  ground: ProjectGround,
  filter: LogFilter,
  place: { page: number; perPage: number },
) {
  const where = conditions(context, ground, filter);
  const { rows, pagination } = await logPage(context, {
    matching: sql`uploads u join videos v on v.id = u.video_id where ${where}`,
    read: (tx, rest) => readLog(tx, sql`where ${where} order by u.created_at desc, u.id ${rest}`),
    ...place,
  });
  return { data: rows.map((row) => present(context, row)), pagination };
}

/** One line of the log, or undefined. */
export async function readLogEntry(context: Context, uploadId: string) {
  const [row] = await readLog(context.db, sql`where u.id = ${uploadId}`);
  return row && present(context, row);
}

const EXPORT_PAGE = 500;

/** Every row a filter shows, newest first, read in pages. */
export async function* readWholeLog(context: Context, ground: ProjectGround, filter: LogFilter) {
  const where = conditions(context, ground, filter);
  let last: { created_at: Date; id: string } | null = null;
  for (;;) {
    const behind =
      last === null
        ? sql`true`
        : sql`(u.created_at < ${last.created_at} or (u.created_at = ${last.created_at} and u.id > ${last.id}))`;
    const rows: LogRow[] = await readLog(
      context.db,
      sql`where ${where} and ${behind} order by u.created_at desc, u.id limit ${EXPORT_PAGE}`,
    );
    for (const row of rows) yield present(context, row);
    last = rows.at(-1) ?? null;
    if (rows.length < EXPORT_PAGE) return;
  }
}

async function readLog(on: Executor, rest: ReturnType<typeof sql>): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select u.id, date_trunc('milliseconds', u.created_at) as created_at, u.finished_at, u.file_name, ${SOURCE} as source, u.source_url,
      u.size_bytes, u.offset_bytes, ${RESULT} as result, v.failure,
      case when p.id is null then null else json_build_object('id', p.id, 'first_name', p.first_name,
        'last_name', p.last_name, 'avatar_key', p.avatar_key) end as "user",
      case when v.deleted_at is not null then null else json_build_object('id', v.id, 'title', v.title) end as video
    from uploads u join videos v on v.id = u.video_id left join users p on p.id = u.user_id
    ${rest}`.execute(on);
  return rows;
}

function present(context: Context, row: LogRow) {
  const { failure, user } = row;
  // Until its server has said how large it is, an import takes a single byte.
  const sized = row.source_url === null || row.size_bytes > 1;
  return {
    id: row.id,
    created_at: row.created_at,
    finished_at: row.finished_at,
    file_name: row.file_name,
    source: row.source,
    source_url: row.source_url,
    size_bytes: sized ? row.size_bytes : null,
    offset_bytes: row.offset_bytes,
    user: user && presentPerson(context, user),
    result: row.result,
    error:
      row.result === "failed" && failure
        ? { code: failure.code, message: failure.message, fix: uploadFix(failure.code) }
        : null,
    video: row.video,
  };
}
