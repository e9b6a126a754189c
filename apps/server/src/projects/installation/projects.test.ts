import { selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { INSTALLATION } from "../../platform/nouns/noun.ts";
import { as, aProject, asUser } from "../../platform/testing.ts";
import { sharedServices, grantOf } from "../../testing/fixtures.ts";
import { listProjects } from "../project-list.ts";
import { suspendProject } from "../standing.ts";

const services = await sharedServices();

test("projects of all accounts are listed, or those of one, without deleted ones", async () => {
  const [one, other, deleted] = [await aProject(services), await aProject(services), await aProject(services)];
  await updateRows(services, "projects", { id: deleted.projectId }, { deleted_at: new Date() });
  const context = as(services, asUser(1, true));
  const all = await listProjects(context, INSTALLATION, { page: 1, per_page: 30 });
  expect(all.data.map(({ id }) => id)).toEqual([other.projectId, one.projectId]);
  const some = await listProjects(context, INSTALLATION, {
    page: 1,
    per_page: 30,
    search: "TEST",
    account: one.accountId,
  });
  expect(some.data).toMatchObject([
    { id: one.projectId, account: { id: one.accountId, name: "Test account" }, videos: 0, on_air: 0, failures: 0 },
  ]);
  await suspendProject(context, grantOf(one), "The invoice of May");
  const status = { page: 1, per_page: 30 };
  const suspended = await listProjects(context, INSTALLATION, { ...status, status: "suspended" });
  expect(suspended.data.map(({ id }) => id)).toEqual([one.projectId]);
  expect(suspended.data[0]?.suspended_at).toBeInstanceOf(Date);
  const active = await listProjects(context, INSTALLATION, { ...status, status: "active" });
  expect(active.data.map(({ id }) => id)).toEqual([other.projectId]);
  const line = await selectRow(
    services,
    "audit_log",
    { project_id: one.projectId, action: "project.suspended" },
    "changes",
  );
  expect(line.changes).toEqual({ reason: "The invoice of May" });
});
