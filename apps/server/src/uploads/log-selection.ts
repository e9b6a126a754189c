import type { Executor } from "@kinora/db/connect.ts";
import { UPLOAD_RESULTS, UPLOAD_SOURCES, type UploadResult, type UploadSource } from "@kinora/domain/uploads.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Caller } from "../platform/caller.ts";
import { within } from "../platform/list-filter.ts";
import type { LogSelection } from "../platform/log-page.ts";
import { SAMPLED, searchLog } from "../platform/log-words.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { holding, holdsRuns } from "../platform/word-runs.ts";

export interface LogFilter {
  search?: string | null | undefined;
  result?: readonly UploadResult[] | undefined;
  source?: readonly UploadSource[] | undefined;
  user?: readonly number[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What a filter shows of a project's uploads `u`, beside what it searches for. */
interface Narrowed {
  projectId: number;
  /** Null where every kind is shown. */
  kinds: { results: readonly UploadResult[]; sources: readonly UploadSource[] } | null;
  others: RawBuilder<SqlBool>;
}

const NEWEST_FIRST = sql`created_at desc, id`;
/** Who does not see a project's videos sees their own uploads. */
export function narrowed(caller: Caller, ground: ProjectGround, filter: LogFilter): Narrowed {
  const parts = [sql<SqlBool>`u.project_id = ${ground.projectId}`, ...within(sql`u.created_at`, filter)];
  if (!ground.permissions.has("video_view")) {
    if (caller.kind === "api_key") parts.push(sql`u.api_key_id = ${caller.keyId}`);
    else parts.push(sql`u.user_id = ${caller.kind === "user" ? caller.userId : 0}`);
  }
  if (filter.user?.length) parts.push(sql`u.user_id = any(${filter.user})`);
  const { result = [], source = [] } = filter;
  const kinds = {
    results: result.length > 0 ? [...new Set(result)] : UPLOAD_RESULTS,
    sources: source.length > 0 ? [...new Set(source)] : UPLOAD_SOURCES,
  };
  const every = result.length + source.length === 0;
  return { projectId: ground.projectId, kinds: every ? null : kinds, others: sql.join(parts, sql` and `) };
}

/** How a filter's uploads are found best: in their order, kind by kind, or by the words that are searched for. */
export function selectLog(on: Executor, shown: Narrowed, search: string | null): LogSelection | Promise<LogSelection> {
  const walk = walkLog(shown, search);
  if (!search) return walk;
  return searchLog(on, search, {
    lines: sql`(select * from uploads u where ${shown.others} order by u.created_at desc, u.id limit ${SAMPLED}) as u
      join videos v on v.id = u.video_id`,
    words: sql`(u.words || lower(v.title))`,
    said: said(search),
    walk,
    found: (runs, limit) => found(shown, search, runs, limit),
    newestFirst: NEWEST_FIRST,
  });
}

/** Along the log, looking at each line for what is searched for. */
export function walkLog(shown: Narrowed, search: string | null): LogSelection {
  // Line by line: where few lines are expected to match, all videos would be read first.
  const titles = sql`cross join lateral (select title from videos where id = u.video_id offset 0) as v`;
  const from = search ? sql`uploads u ${titles}` : sql`uploads u`;
  const seen = search ? said(search) : sql<SqlBool>`true`;
  const matching = sql`${from} where ${conditions(shown)} and ${seen}`;
  const order = sql`order by u.created_at desc, u.id`;
  if (shown.kinds === null)
    return {
      matching,
      page: ({ offset, limit }) => sql`select u.id from ${matching} ${order} offset ${offset} limit ${limit}`,
    };
  // The lines of each kind stand together in an index, in the log's order: so many of each are enough for a page.
  const { results, sources } = shown.kinds;
  return {
    matching,
    page: ({ offset, limit }) => sql`
      select one.id from unnest(${results}::text[]) as r (result) cross join unnest(${sources}::text[]) as s (source)
        cross join lateral (select u.id, u.created_at from ${from}
          where ${shown.others} and u.result = r.result and u.source = s.source and ${seen}
          ${order} limit ${offset + limit}) as one
      order by ${NEWEST_FIRST} offset ${offset} limit ${limit}`,
  };
}

/** The same, of which only what is older than a line. `at` is the line's moment as the database writes it, to the microsecond. */
export const olderThan = (shown: Narrowed, { at, id }: { at: string; id: string }): Narrowed => ({
  ...shown,
  others: sql`${shown.others} and u.created_at <= ${at}::timestamptz
    and (u.created_at < ${at}::timestamptz or u.id > ${id})`,
});

const conditions = ({ kinds, others }: Narrowed) =>
  kinds === null
    ? others
    : sql<SqlBool>`${others} and u.result = any(${kinds.results}) and u.source = any(${kinds.sources})`;

/** A search is in an upload's file name or address, or in its video's title. */
const said = (search: string) =>
  sql<SqlBool>`(u.words like ${holding(search)} or lower(v.title) like ${holding(search)})`;

/** What the indexes on words of uploads and of videos find, or a look at all of both where they know no run of the search. */
function found(shown: Narrowed, search: string, runs: readonly string[], limit: number) {
  const { projectId } = shown;
  const indexed = (table: "u" | "v") =>
    runs.length > 0 ? holdsRuns(table, projectId, runs) : sql`${sql.ref(`${table}.project_id`)} = ${projectId}`;
  // A condition that is more than a comparison is one no other index is asked for.
  const rest = sql`(${conditions(shown)}) is true`;
  return sql`
    (select u.id, u.created_at from uploads u
      where ${indexed("u")} and (u.words like ${holding(search)}) is true and ${rest} limit ${limit})
    union
    (select u.id, u.created_at from videos v
      cross join lateral (select * from uploads where video_id = v.id offset 0) as u
      where ${indexed("v")} and (lower(v.title) like ${holding(search)}) is true and ${rest} limit ${limit})`;
}
