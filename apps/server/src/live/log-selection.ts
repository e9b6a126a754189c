import type { Executor } from "@kinora/db/connect.ts";
import type { LogSeverity, StreamLogType } from "@kinora/domain/streams.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { within } from "../platform/list-filter.ts";
import type { LogSelection } from "../platform/log-page.ts";
import { SAMPLED, searchLog } from "../platform/log-words.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { holding, holdsRuns } from "../platform/word-runs.ts";

export interface StreamLogFilter {
  search?: string | null | undefined;
  stream?: readonly number[] | undefined;
  type?: readonly StreamLogType[] | undefined;
  severity?: readonly LogSeverity[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The lines of all logs, with their streams. */
export const LINES = sql`stream_log l join streams s on s.id = l.stream_id`;
export const NEWEST_FIRST = sql`order by l.at desc, l.id desc`;

/** What a filter shows of a project's log `l`, beside what it searches for. */
function narrowed({ projectId }: ProjectGround, filter: StreamLogFilter) {
  const parts = [sql<SqlBool>`l.project_id = ${projectId}`];
  if (filter.stream && filter.stream.length > 0) parts.push(sql<SqlBool>`l.stream_id = any(${filter.stream})`);
  if (filter.type && filter.type.length > 0) parts.push(sql<SqlBool>`l.type = any(${filter.type})`);
  if (filter.severity && filter.severity.length > 0) parts.push(sql<SqlBool>`l.severity = any(${filter.severity})`);
  parts.push(...within(sql`l.at`, filter));
  return sql.join(parts, sql` and `) as RawBuilder<SqlBool>;
}

/** A search is in what a line says, in an address, or in its stream's name. */
const said = (search: string) =>
  sql<SqlBool>`(l.words like ${holding(search)} or lower(s.name) like ${holding(search)})`;

export const conditions = (ground: ProjectGround, filter: StreamLogFilter) =>
  filter.search ? sql`${narrowed(ground, filter)} and ${said(filter.search)}` : narrowed(ground, filter);

/** How a filter's lines are found best: along the log, or by the words that are searched for. */
export function selectLog(on: Executor, ground: ProjectGround, filter: StreamLogFilter) {
  const matching = sql`${LINES} where ${conditions(ground, filter)}`;
  const walk: LogSelection = {
    matching,
    page: ({ offset, limit }) => sql`select l.id from ${matching} ${NEWEST_FIRST} offset ${offset} limit ${limit}`,
  };
  const { search } = filter;
  if (!search) return walk;
  return searchLog(on, search, {
    lines: sql`(select * from stream_log where project_id = ${ground.projectId} order by at desc, id desc limit ${SAMPLED}) as l
      join streams s on s.id = l.stream_id`,
    words: sql`(l.words || lower(s.name))`,
    said: said(search),
    walk,
    found: (runs, limit) => found(ground, filter, { search, runs, limit }),
    newestFirst: sql`at desc, id desc`,
  });
}

/** What the index on words finds, or a look at every line where it knows no run of the search, and the lines of streams of that name. */
function found(
  ground: ProjectGround,
  filter: StreamLogFilter,
  { search, runs, limit }: { search: string; runs: readonly string[]; limit: number },
) {
  const { projectId } = ground;
  const indexed = runs.length > 0 ? holdsRuns("l", projectId, runs) : sql`l.project_id = ${projectId}`;
  const rest = narrowed(ground, filter);
  return sql`
    (select l.id, l.at from stream_log l
      where ${indexed} and (l.words like ${holding(search)}) is true and (${rest}) is true limit ${limit})
    union
    (select l.id, l.at from streams s
      cross join lateral (select l.id, l.at from stream_log l where l.stream_id = s.id and ${rest} ${NEWEST_FIRST} limit ${limit}) as l
      where s.project_id = ${projectId} and lower(s.name) like ${holding(search)} limit ${limit})`;
}
