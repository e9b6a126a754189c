import { expect, test } from "vitest";
import { DEFAULT_ROLES, PERMISSIONS, permissionSet, scopePermissions, VIEW_FLAGS, WRITE_FLAGS } from "./permissions.ts";

// spec: 3.1
test("a permission set names every flag, the granted ones as true", () => {
  const set = permissionSet(["video_view"]);
  expect(Object.keys(set)).toEqual([...PERMISSIONS]);
  expect(Object.entries(set).filter(([, held]) => held)).toEqual([["video_view", true]]);
});

test("there are 14 view flags and 21 write flags", () => {
  expect(VIEW_FLAGS).toHaveLength(14);
  expect(WRITE_FLAGS).toHaveLength(21);
});

test("a viewer changes nothing and an uploader only adds", () => {
  const role = (title: string) => DEFAULT_ROLES.find((each) => each.title === title)?.permissions ?? [];
  expect(role("Viewer").filter((flag) => (WRITE_FLAGS as readonly string[]).includes(flag))).toEqual([]);
  expect(role("Uploader")).toEqual(["video_add"]);
});

test("a key's scopes grant what they say and unknown ones nothing", () => {
  expect(scopePermissions(["full"])).toEqual([...PERMISSIONS]);
  expect(scopePermissions(["upload"])).toEqual(["video_add"]);
  expect(scopePermissions(["read"])).not.toContain("video_add");
  expect(scopePermissions(["video_delete", "nonsense"])).toEqual(["video_delete"]);
});
