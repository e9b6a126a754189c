import { sql, type SqlBool } from "kysely";
import type { Caller } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { among, holds, within } from "../../platform/lists/list-filter.ts";
import type { Condition, List, Source } from "../../platform/lists/list-page.ts";

export type LogFilter = InputOf<"imports", "exportUploadLog">;

/** The uploads `u` of a project that a filter shows, newest first. Callers who do not see its videos see their own uploads. */
export function uploadLog(caller: Caller, grant: ProjectGrant, filter: LogFilter): List {
  const where: Condition[] = [sql<SqlBool>`u.project_id = ${grant.projectId}`, ...within(sql`u.created_at`, filter)];
  if (!grant.permissions.has("video_view")) {
    if (caller.kind === "api_key") where.push(sql`u.api_key_id = ${caller.keyId}`);
    else where.push(sql`u.user_id = ${caller.kind === "user" ? caller.userId : 0}`);
  }
  if (filter.user?.length) where.push(among("u.user_id", filter.user));
  if (filter.result?.length) where.push(among("u.result", filter.result));
  if (filter.source?.length) where.push(among("u.source", filter.source));
  return {
    sources: filter.search ? found(grant, where, filter.search) : [{ from: sql`uploads u`, where }],
    key: "u.created_at",
    id: "u.id",
    order: "key desc, id",
  };
}

/** A search is in an upload's file name or address, or in its video's title: each has its index. */
const found = ({ projectId }: ProjectGrant, where: readonly Condition[], search: string): Source[] => [
  { from: sql`uploads u`, where: [...where, holds("u.words", search)] },
  {
    from: sql`uploads u join videos v on v.id = u.video_id`,
    where: [
      ...where,
      sql`v.project_id = ${projectId}`,
      // The index is of all words of a video, of which the title is one part.
      holds("v.words", search),
      holds("folded(v.title)", search),
    ],
  },
];
