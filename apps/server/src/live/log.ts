import type { Executor } from "@kinora/db/connect.ts";
import type { LogSeverity, StreamLogType } from "@kinora/domain/streams.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../context.ts";
import { csvDownload } from "../platform/csv-download.ts";
import type { Cell } from "../platform/csv.ts";
import { anywhere, within } from "../platform/list-filter.ts";
import { logPage } from "../platform/log-page.ts";
import { presentPerson, type PersonRow } from "../platform/person.ts";
import type { ProjectGround } from "./service.ts";

export interface StreamLogFilter {
  search?: string | null | undefined;
  stream?: readonly number[] | undefined;
  type?: readonly StreamLogType[] | undefined;
  severity?: readonly LogSeverity[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface LogRow {
  id: number;
  at: Date;
  stream: { id: number; name: string };
  type: StreamLogType;
  severity: LogSeverity;
  detail: string;
  session_id: number | null;
  client_ip: string | null;
  user: PersonRow | null;
}

const EXPORT_PAGE = 500;
const LINES = sql`stream_log l join streams s on s.id = l.stream_id`;

function conditions({ projectId }: ProjectGround, filter: StreamLogFilter) {
  const parts = [sql<SqlBool>`l.project_id = ${projectId}`];
  if (filter.search) {
    const likely = anywhere(filter.search);
    parts.push(sql<SqlBool>`(s.name ilike ${likely} or l.detail ilike ${likely} or l.client_ip ilike ${likely})`);
  }
  if (filter.stream && filter.stream.length > 0) parts.push(sql<SqlBool>`l.stream_id = any(${filter.stream})`);
  if (filter.type && filter.type.length > 0) parts.push(sql<SqlBool>`l.type = any(${filter.type})`);
  if (filter.severity && filter.severity.length > 0) parts.push(sql<SqlBool>`l.severity = any(${filter.severity})`);
  parts.push(...within(sql`l.at`, filter));
  return sql.join(parts, sql` and `);
}

/** One page of what happened to a project's streams, newest first; counted and paged up to 10,000 rows. */
export async function listStreamLog(
  context: Context,
  ground: ProjectGround,
  filter: StreamLogFilter,
  place: { page: number; perPage: number },
) {
  const where = conditions(ground, filter);
  const { rows, pagination } = await logPage(context, {
    select: () => ({
      matching: sql`${LINES} where ${where}`,
      page: ({ offset, limit }) =>
        sql`select l.id from ${LINES} where ${where} order by l.id desc offset ${offset} limit ${limit}`,
    }),
    read: (tx, ids) => readLog(tx, sql`where l.id = any(array(${ids})) order by l.id desc`),
    ...place,
  });
  return { data: rows.map((row) => present(context, row)), pagination };
}

const COLUMNS = ["time", "stream_id", "stream", "type", "severity", "detail", "session_id", "client_ip", "user"];

/** The log a filter shows as a CSV file, the latest first; moments are in UTC. */
export const exportStreamLog = (context: Context, ground: ProjectGround, filter: StreamLogFilter) =>
  csvDownload(context, ground, {
    fileName: "streams.csv",
    action: "stream.log_exported",
    filter,
    columns: COLUMNS,
    rows: exported(context, ground, filter),
  });

async function* exported({ db }: Context, ground: ProjectGround, filter: StreamLogFilter): AsyncGenerator<Cell[]> {
  const where = conditions(ground, filter);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await readLog(db, sql`where ${where} and l.id < ${before} order by l.id desc limit ${EXPORT_PAGE}`);
    for (const { user, ...row } of rows) {
      const name = user ? `${user.first_name} ${user.last_name}`.trim() : "";
      const { stream, type, severity, detail, session_id: session, client_ip: ip } = row;
      yield [row.at, stream.id, stream.name, type, severity, detail, session, ip, name];
    }
    before = rows.at(-1)?.id ?? 0;
    if (rows.length < EXPORT_PAGE) return;
  }
}

async function readLog(on: Executor, rest: ReturnType<typeof sql>): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.id, l.at, l.type, l.severity, l.detail, l.session_id, l.client_ip,
      json_build_object('id', s.id, 'name', s.name) as stream,
      case when p.id is null then null else json_build_object('id', p.id, 'first_name', p.first_name,
        'last_name', p.last_name, 'avatar_key', p.avatar_key) end as "user"
    from ${LINES} left join users p on p.id = l.user_id
    ${rest}`.execute(on);
  return rows;
}

const present = (context: Context, { user, ...row }: LogRow) => ({
  ...row,
  user: user && presentPerson(context, user),
});
