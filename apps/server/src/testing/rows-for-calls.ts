import type { AnyContractProcedure } from "@orpc/contract";
import { aProject, type TestProject, type TestServices } from "../platform/testing.ts";
import type { Things } from "./access-samples.ts";
import { someThings } from "./access-things.ts";

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

/**
 * Rows to call operations on. Those that read share one set, because they change nothing; each call that writes gets a
 * set of its own, because many operations succeed only once on a row.
 */
export function rowsForCalls(services: TestServices): (operation: AnyContractProcedure) => Promise<Rows> {
  let shared: Promise<Rows> | undefined;
  return (operation) => {
    if (operation["~orpc"].route.method !== "GET") return someRows(services);
    return (shared ??= someRows(services));
  };
}
