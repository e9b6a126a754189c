import type { Database } from "@kinora/db/connect.ts";
import { API_REQUEST_DAYS } from "@kinora/domain/api-keys/limits.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../context.ts";

const LISTED = 100;
/** Rows that one statement deletes. */
const AT_ONCE = 10_000;

interface RequestRow {
  id: number;
  at: Date;
  key: { id: number; name: string };
  method: string;
  path: string;
  status: number;
  milliseconds: number;
  represents: number;
}

/** The requests of a project's keys, the newest first; a hundred at a time. */
export async function listApiRequests(
  { db }: Pick<Context, "db">,
  projectId: number,
  filter: { key?: number | undefined; failed: boolean; before?: number | undefined },
) {
  const conditions: RawBuilder<unknown>[] = [sql`request.project_id = ${projectId}`];
  if (filter.key !== undefined) conditions.push(sql`request.api_key_id = ${filter.key}`);
  if (filter.failed) conditions.push(sql`request.status >= 400`);
  if (filter.before !== undefined) conditions.push(sql`request.id < ${filter.before}`);
  const { rows } = await sql<RequestRow>`
    select request.id, request.at, json_build_object('id', key.id, 'name', key.name) as key, request.method,
      request.path, request.status, request.milliseconds, request.represents
    from api_requests request join api_keys key on key.id = request.api_key_id
    where ${sql.join(conditions, sql` and `)}
    order by request.id desc limit ${LISTED + 1}`.execute(db);
  return { data: rows.slice(0, LISTED), more: rows.length > LISTED };
}

/** Deletes requests that are older than `API_REQUEST_DAYS`. */
export async function trimApiRequests(db: Database, now: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from api_requests where id in (
        select id from api_requests where at < ${now}::timestamptz - make_interval(days => ${API_REQUEST_DAYS})
        order by at limit ${AT_ONCE})`.execute(db);
    if ((numAffectedRows ?? 0n) < AT_ONCE) return;
  }
}
