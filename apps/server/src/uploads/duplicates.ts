import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";

interface Duplicate {
  fingerprint: string;
  video: { id: number; title: string; created_at: string };
}

/** The newest video of each of these files in the project; callers who may not see its videos find only their own. */
export async function findDuplicates(
  context: Context,
  grant: ProjectGrant,
  files: readonly { size_bytes: number; fingerprint: string }[],
) {
  const { caller } = context;
  const own =
    caller.kind === "api_key"
      ? sql`u.api_key_id = ${caller.keyId}`
      : sql`u.user_id = ${caller.kind === "user" ? caller.userId : 0}`;
  const { rows } = await sql<Duplicate>`
    select distinct on (u.fingerprint) u.fingerprint,
      json_build_object('id', v.id, 'title', v.title, 'created_at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as video
    from unnest(${files.map((file) => file.fingerprint)}::text[], ${files.map((file) => file.size_bytes)}::bigint[]) as asked(fingerprint, size_bytes)
    join uploads u on u.project_id = ${grant.projectId} and u.fingerprint = asked.fingerprint and u.size_bytes = asked.size_bytes and u.state = 'complete'
    join videos v on v.id = u.video_id and v.deleted_at is null
    where ${grant.permissions.has("video_view") ? sql`true` : own}
    order by u.fingerprint, v.id desc`.execute(context.db);
  return rows;
}
