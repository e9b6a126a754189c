import { expect, test } from "vitest";
import { as, aProject, asUser } from "../../platform/testing.ts";
import { sharedServices, grantOf } from "../../testing/fixtures.ts";
import { suspendProject } from "../standing.ts";
import { listInstallationProjects } from "./projects.ts";

const services = await sharedServices();

test("projects of all accounts are listed, or those of one, without deleted ones", async () => {
  const [one, other, deleted] = [await aProject(services), await aProject(services), await aProject(services)];
  await services.db
    .updateTable("projects")
    .set({ deleted_at: new Date() })
    .where("id", "=", deleted.projectId)
    .execute();
  const context = as(services, asUser(1, true));
  const all = await listInstallationProjects(context, { page: 1, perPage: 30, search: null, account: undefined });
  expect(all.data.map(({ id }) => id)).toEqual([other.projectId, one.projectId]);
  const some = await listInstallationProjects(context, {
    page: 1,
    perPage: 30,
    search: "TEST",
    account: one.accountId,
  });
  expect(some.data).toMatchObject([
    { id: one.projectId, account: { id: one.accountId, name: "Test account" }, videos: 0, on_air: 0, failures: 0 },
  ]);
  await suspendProject(context, grantOf(one), "The invoice of May");
  const status = { page: 1, perPage: 30, search: null, account: undefined };
  const suspended = await listInstallationProjects(context, { ...status, status: "suspended" });
  expect(suspended.data.map(({ id }) => id)).toEqual([one.projectId]);
  expect(suspended.data[0]?.suspended_at).toBeInstanceOf(Date);
  const active = await listInstallationProjects(context, { ...status, status: "active" });
  expect(active.data.map(({ id }) => id)).toEqual([other.projectId]);
  const line = await services.db
    .selectFrom("audit_log")
    .select("changes")
    .where("project_id", "=", one.projectId)
    .where("action", "=", "project.suspended")
    .executeTakeFirstOrThrow();
  expect(line.changes).toEqual({ reason: "The invoice of May" });
});
