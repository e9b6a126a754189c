import type { streamLogEntry } from "@kinora/contract/live/stream-log.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { presentPerson, type PersonRow } from "../../platform/access/person.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import type { Cell } from "../../platform/lists/csv.ts";
import { narrowedBy, rowsAt, type PageQuery } from "../../platform/lists/list-page.ts";
import { readLongPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { streamLog, type StreamLogFilter } from "./log-selection.ts";

interface LogRow extends Omit<RowOf<typeof streamLogEntry>, "user"> {
  /** `at` as text with microseconds. */
  moment: string;
  user: PersonRow | null;
}

const EXPORT_PAGE = 500;

/** One page of the log of a project's streams, newest first; counted and paged up to 1,000 rows. */
export const listStreamLog = (context: Context, grant: ProjectGrant, query: StreamLogFilter & PageQuery) =>
  readLongPage(context, streamLog(grant, query), query, async (tx, ids) =>
    (await readLog(tx, ids)).map((row) => present(context, row)),
  );

const COLUMNS = ["time", "stream_id", "stream", "type", "severity", "detail", "session_id", "client_ip", "user"];

/** The filtered log as a CSV file, latest first; times are in UTC. */
export const exportStreamLog = (context: Context, grant: ProjectGrant, filter: StreamLogFilter) =>
  csvDownload(context, grant, {
    fileName: "streams.csv",
    action: "stream.log_exported",
    filter,
    columns: COLUMNS,
    rows: exported(context, grant, filter),
  });

async function* exported({ db }: Context, grant: ProjectGrant, filter: StreamLogFilter): AsyncGenerator<Cell[]> {
  const log = streamLog(grant, filter);
  let last: LogRow | undefined;
  for (;;) {
    const rest = last ? narrowedBy(log, sql`(l.at, l.id) < (${last.moment}::timestamptz, ${last.id})`) : log;
    const found = await sql<{ id: number }>`${rowsAt(rest, { offset: 0, limit: EXPORT_PAGE })}`.execute(db);
    const rows: LogRow[] = await readLog(
      db,
      found.rows.map(({ id }) => id),
    );
    for (const { user, ...row } of rows) {
      const name = user ? `${user.first_name} ${user.last_name}`.trim() : "";
      const { stream, type, severity, detail, session_id: session, client_ip: ip } = row;
      yield [row.at, stream.id, stream.name, type, severity, detail, session, ip, name];
    }
    last = rows.at(-1);
    if (rows.length < EXPORT_PAGE) return;
  }
}

async function readLog(on: Executor, ids: readonly (string | number)[]): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.id, l.at, l.at::text as moment, l.type, l.severity, l.detail, l.session_id, l.client_ip,
      json_build_object('id', s.id, 'name', s.name) as stream,
      case when p.id is null then null else json_build_object('id', p.id, 'first_name', p.first_name,
        'last_name', p.last_name, 'avatar_key', p.avatar_key) end as "user"
    from stream_log l join streams s on s.id = l.stream_id left join users p on p.id = l.user_id
    where l.id = any(${ids}::bigint[]) order by l.at desc, l.id desc`.execute(on);
  return rows;
}

const present = (context: Context, { user, moment: _moment, ...row }: LogRow) => ({
  ...row,
  user: user && presentPerson(context, user),
});
