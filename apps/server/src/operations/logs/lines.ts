import type { logLine } from "@kinora/contract/advanced/logs.ts";
import {
  levelName,
  levelNumber,
  LOG_PAGE,
  logBars,
  type LogKind,
  type LogLevel,
} from "@kinora/domain/operations/logs.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../context.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { anywhere } from "../../platform/lists/list-filter.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";

const MINUTE_MS = 60_000;

export interface LogFilter {
  kind: LogKind;
  /** Minutes back from now; `from` counts instead where it is given. */
  since: number;
  from?: Date | undefined;
  /** The moment before which a line was written; now unless given. */
  until?: Date | undefined;
  level: LogLevel;
  search: string | null;
  account: number | null;
  project: number | null;
  /** Id of a request or a job. */
  request: string | null;
}

export interface LogRequest extends LogFilter {
  /** Id of a line; those before it are read. */
  before: number | null;
}

interface LineRow extends Omit<RowOf<typeof logLine>, "level"> {
  level: number;
}

/**
 * The newest lines of a log; for superusers. The log of livestreams is what happened to each, that of sign-ins every attempt.
 * @throws Refusal `unavailable` when a filter takes longer than 2 s.
 */
export async function listLogLines({ db, clock }: Pick<Context, "db" | "clock">, request: LogRequest) {
  const { rows } = await bounded(db, async (tx) => {
    // The newest lines first until a page is full: PostgreSQL would read and sort all that match a word it takes for rare.
    await sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx);
    return sql<LineRow>`select * from (${found(request, spanOf(request, clock.now()))}) line
      ${request.before === null ? sql`` : sql`where id < ${request.before}`}
      order by id desc limit ${LOG_PAGE + 1}`.execute(tx);
  });
  return {
    data: rows.slice(0, LOG_PAGE).map(({ level, ...row }) => ({ ...row, level: levelName(level) })),
    more: rows.length > LOG_PAGE,
  };
}

interface CountRow {
  bar: number;
  lines: number;
  warnings: number;
  errors: number;
}

/**
 * How many lines a filter finds in each part of its time, and how many of them are warnings and errors; for superusers.
 * @throws Refusal `unavailable` when counting takes longer than 2 s.
 */
export async function countLogLines({ db, clock }: Pick<Context, "db" | "clock">, filter: LogFilter) {
  const span = spanOf(filter, clock.now());
  const { starts, seconds } = logBars(span.from, span.until);
  const { rows } = await bounded(db, async (tx) => {
    // A log that is counted is read from end to end.
    await sql`select set_config('enable_seqscan', 'on', true)`.execute(tx);
    return sql<CountRow>`select floor(extract(epoch from at - ${span.from}::timestamptz) / ${seconds})::int as bar, count(*) as lines,
      count(*) filter (where level >= 40 and level < 50) as warnings, count(*) filter (where level >= 50) as errors
      from (${found(filter, span)}) line group by 1`.execute(tx);
  });
  const counts = new Map(rows.map(({ bar, ...counted }) => [bar, counted]));
  const none = { lines: 0, warnings: 0, errors: 0 };
  return { seconds, data: starts.map((at, index) => ({ at, ...(counts.get(index) ?? none) })) };
}

interface Span {
  from: Date;
  until: Date;
}

/** Where a span may end: after it the start of a bar could have a year of five digits, which no answer may have (RFC 3339). */
const LAST = Date.UTC(9999, 0);

function spanOf({ since, from, until }: LogFilter, now: Date): Span {
  // PostgreSQL counts microseconds: what was written in this millisecond is later than its beginning.
  const end = Math.min(until?.getTime() ?? now.getTime() + 1, LAST);
  const start = from?.getTime() ?? now.getTime() - since * MINUTE_MS;
  return { from: new Date(Math.min(start, LAST)), until: new Date(end) };
}

/** The lines of a log within a span of time, as far as the filter lets them through. */
const found = (filter: LogFilter, { from, until }: Span) => sql`
  select * from (${SOURCES[filter.kind](filter, from)}) source
  where at >= ${from} and at <= ${until}
    ${filter.level === "debug" ? sql`` : sql`and level >= ${levelNumber(filter.level)}`}
    ${filter.account === null ? sql`` : sql`and account_id = ${filter.account}`}
    ${filter.project === null ? sql`` : sql`and project_id = ${filter.project}`}
    ${filter.request === null ? sql`` : sql`and (request_id = ${filter.request} or job_id = ${filter.request})`}
    ${filter.search === null ? sql`` : sql`and (message || ' ' || data::text) ilike ${anywhere(filter.search)}`}`;

const stored = ({ kind }: LogFilter, since: Date) => sql`
  select id, at, level, role, message, account_id, project_id, request_id, job_id, data from log_lines
  where kind = ${kind} and at >= ${since}`;

/** Where the lines of each log are. */
const SOURCES: Readonly<Record<LogKind, (filter: LogFilter, since: Date) => RawBuilder<unknown>>> = {
  video: stored,
  platform: stored,
  live: (_filter, since) => sql`
    select stream_log.id, stream_log.at, case severity when 'info' then 30 when 'warning' then 40 else 50 end as level,
      'live' as role, coalesce(nullif(stream_log.detail, ''), stream_log.type) as message,
      streams.account_id, stream_log.project_id, null as request_id, null as job_id,
      jsonb_strip_nulls(jsonb_build_object('event', stream_log.type, 'stream', stream_log.stream_id, 'name', streams.name,
        'session', stream_log.session_id, 'address', stream_log.client_ip, 'user', stream_log.user_id,
        'restream', stream_log.restream_id)) as data
    from stream_log join streams on streams.id = stream_log.stream_id where stream_log.at >= ${since}`,
  login: (_filter, since) => sql`
    select login_attempts.id, login_attempts.created_at as at, case result when 'failed' then 40 else 30 end as level,
      'login' as role,
      case result when 'ok' then 'signed in' when 'failed' then 'sign-in failed'
        when 'mail' then 'a link was requested' else 'a browser has to be confirmed by mail' end as message,
      null::bigint as account_id, null::bigint as project_id, null as request_id, null as job_id,
      jsonb_build_object('email', login_attempts.email, 'address', ip, 'known_browser', known, 'user', users.id) as data
    from login_attempts left join users on users.email = login_attempts.email where login_attempts.created_at >= ${since}
    union all
    select entry.id, entry.created_at, case when refused is null then 30 else 40 end, 'login',
      case when refused is null then 'signed in with the organization''s provider'
        else 'sign-in with the organization''s provider refused: ' || refused end,
      entry.account_id, null, entry.request_id, null,
      jsonb_strip_nulls(jsonb_build_object('email', nullif(entry.email, ''), 'address', entry.ip, 'refused', refused,
        'detail', nullif(detail, ''), 'user', users.id))
    from own_provider_sign_ins entry left join users on users.email = entry.email where entry.created_at >= ${since}`,
};
