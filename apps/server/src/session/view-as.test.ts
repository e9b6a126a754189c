import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import type { Caller } from "../platform/access/caller.ts";
import { findGrant } from "../platform/access/scope.ts";
import { aMember, aProject, as, type TestProject } from "../platform/testing.ts";
import { addProject, roleNamed, sharedServices, ownedBy, grantOf } from "../testing/fixtures.ts";
import { readConfig } from "./service.ts";
import { startViewAs } from "./view-as.ts";

const services = await sharedServices();
const viewing = (of: TestProject, permissions: readonly Permission[]): Caller => ({
  kind: "user",
  userId: of.ownerId,
  superuser: false,
  sessionId: Buffer.alloc(32),
  viewAs: { projectId: of.projectId, roleId: 1, title: "Desk", permissions },
});

test("an owner who views as a role is no owner, has the role's permissions, and reaches that project alone", async () => {
  const project = await aProject(services);
  const other = await addProject(services, project);
  const caller = viewing(project, ["video_view"]);
  const grant = await findGrant(services.db, caller, ownedBy(project));
  expect(grant).toMatchObject({ owner: false, permissions: new Set(["video_view"]) });
  expect(
    await findGrant(services.db, caller, { account_id: project.accountId, project_id: other.projectId }),
  ).toBeNull();
  expect(await findGrant(services.db, caller, { account_id: project.accountId, project_id: null })).toBeNull();

  const { config, user } = await readConfig(as(services, caller), { accountId: undefined, projectId: other.projectId });
  expect(config).toMatchObject({ project_id: project.projectId, view_as: { role_id: 1, title: "Desk" } });
  expect(Object.entries(config.permissions).filter(([, held]) => held)).toEqual([["video_view", true]]);
  expect(config.projects.map(({ id }) => id)).toEqual([project.projectId]);
  expect(config.accounts.map(({ owner }) => owner)).toEqual([false]);
  expect(user).toMatchObject({ superuser: false, role: { title: "Desk" } });
});

test("viewing as a role gives nobody a permission they do not hold", async () => {
  const project = await aProject(services);
  const member = await aMember(services, project, ["video_view", "users_manage"]);
  const viewAs = {
    projectId: project.projectId,
    roleId: 1,
    title: "Desk",
    permissions: ["video_view", "tags_view"] as const,
  };
  const place = ownedBy(project);
  const grant = await findGrant(services.db, { ...member, viewAs }, place);
  expect([...(grant?.permissions ?? [])]).toEqual(["video_view"]);
  await expect(
    startViewAs(as(services, member), grantOf(project, ["users_manage"]), await roleNamed(services, project, "Viewer")),
  ).rejects.toMatchObject({ code: "forbidden" });
});

test("who no longer belongs to the project that they view as a role is shown their own projects again", async () => {
  const [left, own] = [await aProject(services), await aProject(services)];
  const caller = { ...viewing(left, []), userId: own.ownerId };
  const { config } = await readConfig(as(services, caller), { accountId: undefined, projectId: undefined });
  expect(config.project_id).toBe(own.projectId);
  expect(config).not.toHaveProperty("view_as.role_id");
});

test("a role of another account, an API key and an ended session are refused", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const owner = as(services, project.owner);
  const foreign = await roleNamed(services, other, "Viewer");
  await expect(startViewAs(owner, grantOf(project), foreign)).rejects.toMatchObject({ code: "invalid" });
  const key = { kind: "api_key", keyId: 1, projectId: project.projectId, accountId: project.accountId } as const;
  const own = await roleNamed(services, project, "Viewer");
  const byKey = as(services, { ...key, permissions: PERMISSIONS });
  await expect(startViewAs(byKey, grantOf(project), own)).rejects.toMatchObject({ code: "conflict" });
  await expect(startViewAs(owner, grantOf(project), own)).rejects.toMatchObject({ code: "conflict" });
});
