import type { Executor } from "@kinora/db/connect.ts";
import { defaultProjectLadder, type ProjectLadder } from "@kinora/domain/projectLadder.ts";

/** The ladder of a project's new uploads: its own, or the usual one. */
export async function readLadder(on: Executor, projectId: number): Promise<ProjectLadder> {
  const row = await on
    .selectFrom("project_ladders")
    .select("ladder")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row?.ladder ?? defaultProjectLadder;
}
