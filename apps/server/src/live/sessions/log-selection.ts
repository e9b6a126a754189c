import { sql, type SqlBool } from "kysely";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { among, holds, within } from "../../platform/lists/list-filter.ts";
import type { Condition, List, Source } from "../../platform/lists/list-page.ts";

export type StreamLogFilter = InputOf<"streams", "exportStreamLog">;

/** The log lines `l` of a project's livestreams that a filter shows, newest first. */
export function streamLog({ projectId }: ProjectGrant, filter: StreamLogFilter): List {
  const { search, stream, type, severity } = filter;
  const where: Condition[] = [sql<SqlBool>`l.project_id = ${projectId}`, ...within(sql`l.at`, filter)];
  if (stream?.length) where.push(among("l.stream_id", stream));
  if (type?.length) where.push(among("l.type", type));
  if (severity?.length) where.push(among("l.severity", severity));
  return {
    sources: search ? found(projectId, where, search) : [{ from: sql`stream_log l`, where }],
    key: "l.at",
    id: "l.id",
    order: "key desc, id desc",
  };
}

/** A search is in the text of a line, in an address, or in its stream's name. */
const found = (projectId: number, where: readonly Condition[], search: string): Source[] => [
  { from: sql`stream_log l`, where: [...where, holds("l.words", search)] },
  {
    from: sql`streams s join stream_log l on l.stream_id = s.id`,
    where: [...where, sql`s.project_id = ${projectId}`, holds("folded(s.name)", search)],
  },
];
