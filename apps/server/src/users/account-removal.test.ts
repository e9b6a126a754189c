import { selectRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aMember, aProject, as } from "../platform/testing.ts";
import { accountGrantOf, sharedServices } from "../testing/fixtures.ts";
import { removeAccountMember } from "./account-removal.ts";
import { blockUser } from "./blocking.ts";

const services = await sharedServices();

test("a member leaves all projects of the account, and those of no other", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const { userId } = await aMember(services, project, []);
  const context = as(services, project.owner);
  await expect(removeAccountMember(context, accountGrantOf(other), userId)).rejects.toMatchObject({
    code: "not_found",
  });
  await removeAccountMember(context, accountGrantOf(project), userId);
  const left = await selectRows(services, "project_members", { user_id: userId }, "user_id");
  expect(left).toEqual([]);
  const lines = await selectRows(services, "audit_log", { account_id: project.accountId }, "action", "project_id");
  expect(lines).toEqual([{ action: "user.remove", project_id: project.projectId }]);
});

test("a blocked member leaves, too, the log keeps the role, and nobody removes themselves", async () => {
  const project = await aProject(services);
  const context = as(services, project.owner);
  const { userId } = await aMember(services, project, []);
  const grant = { ...accountGrantOf(project), projectId: project.projectId };
  await blockUser(context, grant, userId, "Spam");
  await removeAccountMember(context, grant, userId);
  const blocked = await selectRows(services, "blocked_members", { user_id: userId }, "user_id");
  expect(blocked).toEqual([]);
  const [line] = await selectRows(
    services,
    "audit_log",
    { account_id: project.accountId, action: "user.remove" },
    "changes",
  );
  expect(line?.changes).toEqual({ role: expect.stringMatching(/^Role /) });
  await expect(removeAccountMember(context, grant, project.ownerId)).rejects.toMatchObject({ code: "conflict" });
});

test("of ten removals of one member at the same time one succeeds", async () => {
  const project = await aProject(services);
  const { userId } = await aMember(services, project, []);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => removeAccountMember(as(services, project.owner), accountGrantOf(project), userId)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
