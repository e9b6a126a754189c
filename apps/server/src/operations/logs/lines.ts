import { levelName, levelNumber, LOG_PAGE, type LogKind, type LogLevel } from "@kinora/domain/operations/logs.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../context.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { anywhere } from "../../platform/lists/list-filter.ts";

const MINUTE_MS = 60_000;

export interface LogRequest {
  kind: LogKind;
  /** Minutes back from now. */
  since: number;
  level: LogLevel;
  search: string | null;
  account: number | null;
  project: number | null;
  /** Id of a request or a job. */
  request: string | null;
  /** Id of a line; those before it are read. */
  before: number | null;
}

interface LineRow {
  id: number;
  at: Date;
  level: number;
  role: string;
  message: string;
  account_id: number | null;
  project_id: number | null;
  request_id: string | null;
  job_id: string | null;
  data: Record<string, unknown>;
}

/**
 * The newest lines of a log; for superusers. The log of livestreams is what happened to each, that of sign-ins every attempt.
 * @throws Refusal `unavailable` when a filter takes longer than 2 s.
 */
export async function listLogLines({ db, clock }: Context, request: LogRequest) {
  const since = new Date(clock.now().getTime() - request.since * MINUTE_MS);
  const { rows } = await bounded(db, (tx) =>
    sql<LineRow>`select * from (${SOURCES[request.kind](request, since)}) line
      where at >= ${since}
        ${request.before === null ? sql`` : sql`and id < ${request.before}`}
        ${request.level === "debug" ? sql`` : sql`and level >= ${levelNumber(request.level)}`}
        ${request.account === null ? sql`` : sql`and account_id = ${request.account}`}
        ${request.project === null ? sql`` : sql`and project_id = ${request.project}`}
        ${request.request === null ? sql`` : sql`and (request_id = ${request.request} or job_id = ${request.request})`}
        ${request.search === null ? sql`` : sql`and (message || ' ' || data::text) ilike ${anywhere(request.search)}`}
      order by id desc limit ${LOG_PAGE + 1}`.execute(tx),
  );
  return {
    data: rows.slice(0, LOG_PAGE).map(({ level, ...row }) => ({ ...row, level: levelName(level) })),
    more: rows.length > LOG_PAGE,
  };
}

const stored = ({ kind }: LogRequest, since: Date) => sql`
  select id, at, level, role, message, account_id, project_id, request_id, job_id, data from log_lines
  where kind = ${kind} and at >= ${since}`;

/** Where the lines of each log are. */
const SOURCES: Readonly<Record<LogKind, (request: LogRequest, since: Date) => RawBuilder<unknown>>> = {
  video: stored,
  platform: stored,
  live: (_request, since) => sql`
    select stream_log.id, stream_log.at, case severity when 'info' then 30 when 'warning' then 40 else 50 end as level,
      'live' as role, coalesce(nullif(stream_log.detail, ''), stream_log.type) as message,
      streams.account_id, stream_log.project_id, null as request_id, null as job_id,
      jsonb_strip_nulls(jsonb_build_object('event', stream_log.type, 'stream', stream_log.stream_id, 'name', streams.name,
        'session', stream_log.session_id, 'address', stream_log.client_ip, 'user', stream_log.user_id,
        'restream', stream_log.restream_id)) as data
    from stream_log join streams on streams.id = stream_log.stream_id where stream_log.at >= ${since}`,
  login: (_request, since) => sql`
    select login_attempts.id, login_attempts.created_at as at, case result when 'failed' then 40 else 30 end as level,
      'login' as role,
      case result when 'ok' then 'signed in' when 'failed' then 'sign-in failed'
        when 'mail' then 'a link was requested' else 'a browser has to be confirmed by mail' end as message,
      null::bigint as account_id, null::bigint as project_id, null as request_id, null as job_id,
      jsonb_build_object('email', login_attempts.email, 'address', ip, 'known_browser', known, 'user', users.id) as data
    from login_attempts left join users on users.email = login_attempts.email where login_attempts.created_at >= ${since}`,
};
