import type { Executor } from "@kinora/db/connect.ts";
import type { AuditSource } from "@kinora/domain/people/audit.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { InputOf } from "../platform/http/input-of.ts";
import { isNamed, within } from "../platform/lists/list-filter.ts";

export type AuditFilter = InputOf<"audit", "exportAudit">;

export interface AuditRow {
  id: number;
  at: Date;
  kind: string | null;
  user_id: number | null;
  name: string;
  as: string | null;
  as_name: string | null;
  action: string;
  object_type: string;
  object_id: number | null;
  object_title: string;
  object_exists: boolean;
  changes: Record<string, unknown>;
  address: string | null;
}

/** The kind of actor that an entry of each source has. */
export const ACTOR_KINDS: Record<AuditSource, string> = {
  console: "user",
  key: "api_key",
  token: "upload_token",
  system: "system",
  operator: "operator",
};

const name = sql<string>`case entry.actor ->> 'kind'
  when 'user' then coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.email, '')
  when 'api_key' then coalesce((select key.name from api_keys key where key.id = (entry.actor ->> 'api_key_id')::bigint), '')
  when 'upload_token' then coalesce((select token.name from upload_tokens token where token.id = (entry.actor ->> 'upload_token_id')::bigint), '')
  else '' end`;

/** Whether a row still exists, of the types that the console has a page for. */
const exists = sql<boolean>`case entry.object_type
  when 'video' then exists (select from videos where id = entry.object_id and project_id = entry.project_id and deleted_at is null)
  when 'stream' then exists (select from streams where id = entry.object_id and project_id = entry.project_id and deleted_at is null)
  when 'player' then exists (select from players where id = entry.object_id and project_id = entry.project_id)
  when 'playlist' then exists (select from playlists where id = entry.object_id and project_id = entry.project_id)
  when 'restriction' then exists (select from restriction_profiles where id = entry.object_id and project_id = entry.project_id)
  else false end`;

function conditions(projectId: number, filter: AuditFilter, before: number | undefined): RawBuilder<SqlBool> {
  const { search, user, source, object, action } = filter;
  const all = [sql<SqlBool>`entry.project_id = ${projectId}`, ...within(sql`entry.created_at`, filter)];
  if (before !== undefined) all.push(sql<SqlBool>`entry.id < ${before}`);
  if (search) all.push(isNamed(search, "entry.object_title"));
  if (user !== undefined)
    all.push(
      sql<SqlBool>`entry.actor ->> 'kind' = 'user' and ${String(user)} in (entry.actor ->> 'user_id', entry.actor ->> 'as_user_id')`,
    );
  if (source !== undefined) all.push(sql<SqlBool>`entry.actor ->> 'kind' = ${ACTOR_KINDS[source]}`);
  if (object !== undefined) all.push(sql<SqlBool>`entry.object_type = ${object}`);
  if (action !== undefined) all.push(sql<SqlBool>`entry.action = ${action}`);
  return sql.join(all, sql` and `);
}

/** At most `limit` entries of a project's audit log that a filter shows, newest first, older than the entry `before`. */
export async function readAudit(
  on: Executor,
  projectId: number,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select entry.id, entry.created_at as at, entry.actor ->> 'kind' as kind, (entry.actor ->> 'user_id')::bigint as user_id,
      ${name} as name, entry.actor ->> 'as' as "as",
      (select coalesce(nullif(trim(acted.first_name || ' ' || acted.last_name), ''), acted.email) from users acted
        where acted.id = (entry.actor ->> 'as_user_id')::bigint) as as_name, entry.action, entry.object_type, entry.object_id,
      case when entry.object_title = '' and entry.object_type = 'project' then project.name else entry.object_title end as object_title,
      ${exists} as object_exists, entry.changes, entry.ip as address
    from audit_log entry
    join projects project on project.id = entry.project_id
    left join users person on person.id = (entry.actor ->> 'user_id')::bigint and entry.actor ->> 'kind' = 'user'
    where ${conditions(projectId, filter, before)}
    order by entry.id desc limit ${limit}`.execute(on);
  return rows;
}

/** The distinct actions of a project's audit log, in the order of their names. */
export async function readActions(on: Executor, projectId: number): Promise<string[]> {
  // Each step of the recursion finds the next action in the index instead of reading every entry.
  const { rows } = await sql<{ action: string }>`
    with recursive found as (
      (select action from audit_log where project_id = ${projectId} order by action limit 1)
      union all
      select (select next.action from audit_log next where next.project_id = ${projectId} and next.action > found.action
        order by next.action limit 1)
      from found where found.action is not null)
    select action from found where action is not null order by action`.execute(on);
  return rows.map(({ action }) => action);
}
