import type { logEntry } from "@kinora/contract/uploads/imports.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { uploadFix } from "@kinora/domain/uploads/uploads.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../../context.ts";
import { presentPerson, type PersonRow } from "../../platform/access/person.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { narrowedBy, rowsAt, type PageQuery } from "../../platform/lists/list-page.ts";
import { readLongPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { uploadLog, type LogFilter } from "./log-selection.ts";

interface LogRow extends Omit<RowOf<typeof logEntry>, "size_bytes" | "error" | "user"> {
  /** The moment it began, as the database writes it: to the microsecond. */
  at: string;
  size_bytes: number;
  failure: VideoFailure | null;
  user: PersonRow | null;
}

/** One page of what was uploaded to a project, newest first; counted and paged up to 1,000 rows. */
export const listUploadLog = (context: Context, grant: ProjectGrant, query: LogFilter & PageQuery) =>
  readLongPage(context, uploadLog(context.caller, grant, query), query, async (tx, ids) =>
    (await readLines(tx, ids)).map((row) => present(context, row)),
  );

/** One line of the log, or undefined. */
export async function readLogEntry(context: Context, uploadId: string) {
  const [row] = await readLog(context.db, sql`where u.id = ${uploadId}`);
  if (!row) throw new Error(`Upload ${uploadId} is not in the log.`);
  return present(context, row);
}

const EXPORT_PAGE = 500;

/** Every row a filter shows, newest first, read in pages. */
export async function* readWholeLog(context: Context, grant: ProjectGrant, filter: LogFilter) {
  const log = uploadLog(context.caller, grant, filter);
  let last: LogRow | undefined;
  for (;;) {
    const rest = last ? narrowedBy(log, olderThan(last)) : log;
    const found = await sql<{ id: string }>`${rowsAt(rest, { offset: 0, limit: EXPORT_PAGE })}`.execute(context.db);
    const rows: LogRow[] = await readLines(
      context.db,
      found.rows.map(({ id }) => id),
    );
    for (const row of rows) yield present(context, row);
    last = rows.at(-1);
    if (rows.length < EXPORT_PAGE) return;
  }
}

/** Lines that are older than one; its moment is as the database writes it, to the microsecond. */
const olderThan = ({ at, id }: LogRow) =>
  sql<SqlBool>`u.created_at <= ${at}::timestamptz and (u.created_at < ${at}::timestamptz or u.id > ${id})`;

const readLines = (on: Executor, ids: readonly string[]) =>
  readLog(on, sql`where u.id = any(${ids}::uuid[]) order by u.created_at desc, u.id`);

async function readLog(on: Executor, rest: ReturnType<typeof sql>): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select u.id, u.created_at::text as at, date_trunc('milliseconds', u.created_at) as created_at, u.finished_at, u.file_name, u.source, u.source_url,
      u.size_bytes, u.offset_bytes, u.result, v.failure,
      case when p.id is null then null else json_build_object('id', p.id, 'first_name', p.first_name,
        'last_name', p.last_name, 'avatar_key', p.avatar_key) end as "user",
      k.name as api_key, token.name as upload_token,
      case when v.deleted_at is not null then null else json_build_object('id', v.id, 'title', v.title) end as video
    from uploads u join videos v on v.id = u.video_id left join users p on p.id = u.user_id left join api_keys k on k.id = u.api_key_id
    left join upload_tokens token on token.id = u.upload_token_id
    ${rest}`.execute(on);
  return rows;
}

function present(context: Context, { failure, user, ...row }: LogRow) {
  // Until its server has said how large it is, an import takes a single byte.
  const sized = row.source_url === null || row.size_bytes > 1;
  return {
    ...row,
    size_bytes: sized ? row.size_bytes : null,
    user: user && presentPerson(context, user),
    error:
      row.result === "failed" && failure
        ? { code: failure.code, message: failure.message, fix: uploadFix(failure.code) }
        : null,
  };
}
