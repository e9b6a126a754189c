import { deleteRows } from "@kinora/db/testing-rows.ts";
import type { AnyContractProcedure } from "@orpc/contract";
import { aProject, projects, type TestProject, type TestServices } from "../platform/testing.ts";
import type { Things } from "./access-samples.ts";
import { someThings, thingsOfEach } from "./access-things.ts";

/** A project and one row of each kind in it. */
export interface Rows {
  project: TestProject;
  things: Things;
}

/** A new project with its rows. */
export async function someRows(services: TestServices): Promise<Rows> {
  const project = await aProject(services);
  return { project, things: await someThings(services, project) };
}

/** How many sets are inserted at once. */
const SETS = 25;

/** Sets of rows in new projects, or those that `projectsOf` names; each is given once. They are inserted many at a time. */
export function ownSets(
  services: TestServices,
  projectsOf: (count: number) => Promise<readonly TestProject[]> = (count) => projects(services, count),
): () => Promise<Rows> {
  const sets: Rows[] = [];
  return async () => {
    if (sets.length === 0) {
      const places = await projectsOf(SETS);
      const things = await thingsOfEach(services, places);
      for (const [at, project] of places.entries())
        sets.push(...things.slice(at, at + 1).map((each) => ({ project, things: each })));
    }
    // One search runs at a time: that of an earlier call would refuse the next one.
    await deleteRows(services, "storage_scans", {});
    const next = sets.shift();
    if (!next) throw new Error("no project was named for a set of rows");
    return next;
  };
}

/**
 * Rows to call operations on. Those that read share one set, because they change nothing; each call that writes gets a
 * set of its own, because many operations succeed only once on a row.
 */
export function rowsForCalls(services: TestServices): (operation: AnyContractProcedure) => Promise<Rows> {
  const next = ownSets(services);
  let shared: Promise<Rows> | undefined;
  return (operation) => {
    if (operation["~orpc"].route.method !== "GET") return next();
    return (shared ??= next());
  };
}
