import type { Executor } from "@kinora/db/connect.ts";
import type { LogSeverity, StreamLogType } from "@kinora/domain/streams.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { csvDownload } from "../platform/csv-download.ts";
import type { Cell } from "../platform/csv.ts";
import { logPage } from "../platform/log-page.ts";
import { presentPerson, type PersonRow } from "../platform/person.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { conditions, LINES, NEWEST_FIRST, selectLog, type StreamLogFilter } from "./log-selection.ts";

interface LogRow {
  id: number;
  at: Date;
  /** The same as the database writes it: to the microsecond. */
  moment: string;
  stream: { id: number; name: string };
  type: StreamLogType;
  severity: LogSeverity;
  detail: string;
  session_id: number | null;
  client_ip: string | null;
  user: PersonRow | null;
}

const EXPORT_PAGE = 500;

/** One page of what happened to a project's streams, newest first; counted and paged up to 10,000 rows. */
export async function listStreamLog(
  context: Context,
  ground: ProjectGround,
  filter: StreamLogFilter,
  place: { page: number; perPage: number },
) {
  const { rows, pagination } = await logPage(context, {
    select: (tx) => selectLog(tx, ground, filter),
    read: (tx, ids) => readLog(tx, sql`where l.id = any(array(${ids})) ${NEWEST_FIRST}`),
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
  let last: LogRow | undefined;
  for (;;) {
    const older = last ? sql`(l.at, l.id) < (${last.moment}::timestamptz, ${last.id})` : sql`true`;
    const rows: LogRow[] = await readLog(db, sql`where ${where} and ${older} ${NEWEST_FIRST} limit ${EXPORT_PAGE}`);
    for (const { user, ...row } of rows) {
      const name = user ? `${user.first_name} ${user.last_name}`.trim() : "";
      const { stream, type, severity, detail, session_id: session, client_ip: ip } = row;
      yield [row.at, stream.id, stream.name, type, severity, detail, session, ip, name];
    }
    last = rows.at(-1);
    if (rows.length < EXPORT_PAGE) return;
  }
}

async function readLog(on: Executor, rest: ReturnType<typeof sql>): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.id, l.at, l.at::text as moment, l.type, l.severity, l.detail, l.session_id, l.client_ip,
      json_build_object('id', s.id, 'name', s.name) as stream,
      case when p.id is null then null else json_build_object('id', p.id, 'first_name', p.first_name,
        'last_name', p.last_name, 'avatar_key', p.avatar_key) end as "user"
    from ${LINES} left join users p on p.id = l.user_id
    ${rest}`.execute(on);
  return rows;
}

const present = (context: Context, { user, moment: _moment, ...row }: LogRow) => ({
  ...row,
  user: user && presentPerson(context, user),
});
