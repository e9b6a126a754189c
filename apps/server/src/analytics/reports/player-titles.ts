import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/** The titles of a project's players by their ids as text, which keys of reports are. */
export async function playerTitles(
  db: Executor,
  projectId: number,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id::text, title from players where project_id = ${projectId} and id = any(${keys}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
