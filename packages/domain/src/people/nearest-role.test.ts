import { expect, test } from "vitest";
import { nearestRole } from "./nearest-role.ts";
import { DEFAULT_ROLES, PERMISSIONS } from "./permissions.ts";

const offered = DEFAULT_ROLES.map((role, id) => ({ ...role, id }));
const nearest = (title: string, permissions: readonly string[]) => {
  const { role, loses, gains } = nearestRole({ title, permissions }, offered);
  return [role.title, loses.length, gains.length];
};

test.each(DEFAULT_ROLES)("people with the built-in role $title keep it", ({ title, permissions }) => {
  expect(nearest(title, permissions)).toEqual([title, 0, 0]);
});

test.each([
  ["Everything but users", PERMISSIONS.filter((flag) => flag !== "users_manage"), "Editor"],
  ["Uploads and webhooks", ["video_add", "webhooks_view"], "Uploader"],
  ["Reports", ["analytics_view", "analytics_export", "video_view"], "Analyst"],
])("people with the role %s get no more than they had", (title, permissions, expected) => {
  const [role, , gains] = nearest(title, permissions);
  expect([role, gains]).toEqual([expected, 0]);
});

test("where every built-in role grants more, the one that grants least more is taken", () => {
  expect(nearest("Nothing", [])).toEqual(["Uploader", 0, 1]);
});
