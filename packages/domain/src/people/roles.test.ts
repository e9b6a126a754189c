import { expect, test } from "vitest";
import { DEFAULT_ROLES, PERMISSIONS } from "./permissions.ts";
import { groupLevel, permissionDifference, permissionsOf, ROLE_GROUPS, withGroupLevel } from "./roles.ts";

const permissionsOfRole = (title: string) => DEFAULT_ROLES.find((role) => role.title === title)?.permissions ?? [];
const levelsOf = (title: string) =>
  Object.fromEntries(ROLE_GROUPS.map((group) => [group, groupLevel(group, permissionsOfRole(title))]));

test("every permission is in one group", () => {
  expect(ROLE_GROUPS.flatMap(permissionsOf).toSorted()).toEqual(PERMISSIONS.toSorted());
});

test.each([
  ["Project admin", { videos: "manage", live: "manage", settings: "manage", users: "manage" }],
  ["Viewer", { videos: "view", live: "view", players: "view", settings: "view", analytics: "view", users: "view" }],
  ["Uploader", { videos: "part", live: "none" }],
  ["Editor", { players: "manage", settings: "part", analytics: "part" }],
])("%s holds its groups as far as it should", (title, levels) => {
  expect(levelsOf(title)).toMatchObject(levels);
});

test("setting a group leaves the others as they are", () => {
  const after = withGroupLevel(["video_view", "streams_view", "streams_manage"], "live", "view");
  expect(after).toEqual(["video_view", "streams_view"]);
  expect(withGroupLevel(after, "videos", "none")).toEqual(["streams_view"]);
  expect(groupLevel("videos", withGroupLevel([], "videos", "manage"))).toBe("manage");
});

test("a change says what is gained and lost", () => {
  expect(permissionDifference(["video_view", "video_publish"], ["video_view", "tags_view"])).toEqual({
    gained: ["tags_view"],
    lost: ["video_publish"],
  });
});
