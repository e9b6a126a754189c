import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { afterAll } from "vitest";
import type { Context, Services } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import type { Run } from "../platform/jobs/tasks.ts";
import { aProject, as, asUser, aUser, testServices, type TestProject, type TestServices } from "../platform/testing.ts";

/**
 * Services for all tests of a file, which are stopped after its last test: `const services = await sharedServices();`
 * at the top of the file. @param env overrides settings
 */
export async function sharedServices(env?: Record<string, string>): Promise<TestServices> {
  const services = await testServices(env);
  afterAll(() => services.stop());
  return services;
}

export interface SharedProject {
  services: TestServices;
  project: TestProject;
  /** A request of the project's owner. */
  context: Context;
  grant: ProjectGrant;
}

/** A project for all tests of a file, in services of the file. @param env overrides settings */
export async function sharedProject(env?: Record<string, string>): Promise<SharedProject> {
  const services = await sharedServices(env);
  const project = await aProject(services);
  return { services, project, context: as(services, project.owner), grant: grantOf(project) };
}

/** What the access check finds for the owner of a project; for a member, where permissions are named. */
export const grantOf = (
  { accountId, projectId }: Pick<TestProject, "accountId" | "projectId">,
  permissions?: readonly Permission[],
): ProjectGrant => ({
  accountId,
  projectId,
  owner: permissions === undefined,
  permissions: new Set(permissions ?? PERMISSIONS),
});

/** A request of a new superuser. */
export const asSuperuser = async (services: Services): Promise<Context> =>
  as(services, asUser(await aUser(services, { superuser: true }), true));

/** The first run of a job, which nothing aborts. */
export const RUN: Run = { jobId: "test", signal: new AbortController().signal, failures: 0 };

/** The columns that say whose a row is. */
export const ownedBy = ({ projectId, accountId }: Pick<TestProject, "accountId" | "projectId">) => ({
  project_id: projectId,
  account_id: accountId,
});
