import type { Database } from "@kinora/db/connect.ts";

/** Whose video a share page shows. */
export interface ShareProject {
  name: string;
  hash: string;
}

/** The project of a shared video; null once it is deleted. */
export async function findShareProject(db: Database, projectId: number): Promise<ShareProject | null> {
  const project = await db
    .selectFrom("projects")
    .select(["name", "hash"])
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return project ?? null;
}
