import { afterAll, beforeAll, expect, test } from "vitest";
import type { Grant } from "../platform/access/scope.ts";
import { aMember, aProject, as, testServices, type TestProject, type TestServices } from "../platform/testing.ts";
import { removeAccountMember } from "./account-removal.ts";

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.stop());

const grantOf = ({ accountId }: TestProject): Grant => ({
  accountId,
  projectId: null,
  owner: true,
  permissions: new Set(),
});

test("a member leaves all projects of the account, and those of no other", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const { userId } = await aMember(services, project, []);
  const context = as(services, project.owner);
  await expect(removeAccountMember(context, grantOf(other), userId)).rejects.toMatchObject({ code: "not_found" });
  await removeAccountMember(context, grantOf(project), userId);
  const left = await services.db
    .selectFrom("project_members")
    .select("user_id")
    .where("user_id", "=", userId)
    .execute();
  expect(left).toEqual([]);
  const lines = await services.db
    .selectFrom("audit_log")
    .select(["action", "project_id"])
    .where("account_id", "=", project.accountId)
    .execute();
  expect(lines).toEqual([{ action: "user.remove", project_id: project.projectId }]);
});
