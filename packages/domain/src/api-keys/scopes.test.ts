import { describe, expect, test } from "vitest";
import { PERMISSIONS, VIEW_FLAGS } from "../people/permissions.ts";
import { beyond, KEY_RESOURCES, levelIn, levelPermissions, levelsOf, mayHaveOrigins, scopeKind } from "./scopes.ts";

test.each([
  [["full"], "full"],
  [["read"], "read"],
  [["upload"], "upload"],
  [["video_view"], "custom"],
  [["read", "upload"], "custom"],
  [[], "custom"],
] as const)("the scopes %j are called %s", (scopes, kind) => {
  expect(scopeKind(scopes)).toBe(kind);
});

test("every permission belongs to exactly one resource", () => {
  const all = KEY_RESOURCES.flatMap((resource) => levelPermissions(resource, "manage"));
  expect(all.toSorted()).toEqual([...PERMISSIONS].toSorted());
});

test("viewing never allows a change", () => {
  const views: readonly string[] = VIEW_FLAGS;
  for (const resource of KEY_RESOURCES)
    expect(levelPermissions(resource, "view").every((permission) => views.includes(permission))).toBe(true);
});

describe.each(KEY_RESOURCES)("$name", (resource) => {
  test("a level is found again in its permissions", () => {
    for (const level of levelsOf(resource))
      expect(levelIn(resource, new Set(levelPermissions(resource, level)))).toBe(level);
  });
});

test("a part of a level is none", () => {
  const videos = KEY_RESOURCES[0];
  expect(levelIn(videos, new Set(["video_delete"]))).toBeNull();
  expect(levelIn(videos, new Set(["video_view", "video_edit"]))).toBeNull();
});

test.each([
  [["read"], true],
  [["upload"], true],
  [["read", "upload"], true],
  [["video_view"], true],
  [["full"], false],
  [["read", "video_edit"], false],
])("a key with %j may be used in browsers: %s", (scopes, allowed) => {
  expect(mayHaveOrigins(scopes)).toBe(allowed);
});

test("what someone lacks for a key is named", () => {
  expect(beyond(["full"], new Set(PERMISSIONS))).toEqual([]);
  expect(beyond(["upload"], new Set(["video_view"]))).toEqual(["video_add"]);
  expect(beyond(["video_edit", "video_view"], new Set(["video_view"]))).toEqual(["video_edit"]);
});
