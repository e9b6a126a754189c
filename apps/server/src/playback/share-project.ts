import type { Database } from "@kinora/db/connect.ts";
import { RecentValues } from "../platform/process/recent-values.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
/** As long as videos play while the database is unavailable. */
const AWAY_MS = 3_600_000;
const MAXIMUM_PROJECTS = 5_000;

/** Whose video a share page shows. */
export interface ShareProject {
  name: string;
  hash: string;
}

/** Makes what finds the project of a shared video; null once it is deleted. Answers are at most two seconds old. */
export function createShareProjects(db: Database): (projectId: number) => Promise<ShareProject | null> {
  const projects = new RecentValues<ShareProject>({
    load: (key) => findShareProject(db, Number(key)),
    freshMs: FRESH_MS,
    staleMs: AWAY_MS,
    patienceMs: PATIENCE_MS,
    maximumValues: MAXIMUM_PROJECTS,
    now: () => performance.now(),
  });
  return (projectId) => projects.get(String(projectId));
}

async function findShareProject(db: Database, projectId: number): Promise<ShareProject | null> {
  const project = await db
    .selectFrom("projects")
    .select(["name", "hash"])
    .where("id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return project ?? null;
}
