import { PERMISSIONS, VIEW_FLAGS, type Permission, type RoleTemplate } from "./permissions.ts";

export const ROLE_TITLE_MAX = 60;
export const ROLE_DESCRIPTION_MAX = 300;
/** How many roles an account can have, the built-in ones included. */
export const ROLES_MAX = 100;

/** The groups that permissions are edited in, by the beginnings of their names, in the order of the navigation. */
const GROUPS = {
  videos: ["video_"],
  live: ["streams_"],
  players: ["player_", "playlist_"],
  settings: [
    "project_",
    "categories_",
    "tags_",
    "resolutions_",
    "ads_",
    "referrer_restrictions_",
    "restrictions_",
    "webhooks_",
    "api_",
  ],
  analytics: ["analytics_", "ga_"],
  users: ["users_"],
} as const satisfies Record<string, readonly string[]>;

export type RoleGroup = keyof typeof GROUPS;
export const ROLE_GROUPS = Object.keys(GROUPS) as readonly RoleGroup[];

/** How much of a group a role holds; `part` is none of the three that can be chosen. */
export type GroupLevel = "none" | "view" | "manage" | "part";
export const GROUP_LEVELS = ["none", "view", "manage"] as const;

const views: ReadonlySet<string> = new Set(VIEW_FLAGS.filter((flag) => flag !== "video_add"));

/** The permissions of a group in their order. */
export const permissionsOf = (group: RoleGroup): readonly Permission[] =>
  PERMISSIONS.filter((flag) => GROUPS[group].some((prefix) => flag.startsWith(prefix)));

const flagsAt = (group: RoleGroup, level: (typeof GROUP_LEVELS)[number]): readonly Permission[] =>
  permissionsOf(group).filter((flag) => level === "manage" || (level === "view" && views.has(flag)));

/** How much of a group permissions hold. */
export function groupLevel(group: RoleGroup, permissions: readonly string[]): GroupLevel {
  const held = permissionsOf(group).filter((flag) => permissions.includes(flag));
  return GROUP_LEVELS.find((level) => flagsAt(group, level).join() === held.join()) ?? "part";
}

/** Permissions after a group was set to a level; those of other groups stay. */
export function withGroupLevel(
  permissions: readonly string[],
  group: RoleGroup,
  level: (typeof GROUP_LEVELS)[number],
): Permission[] {
  const own: ReadonlySet<string> = new Set(permissionsOf(group));
  const set: ReadonlySet<string> = new Set(flagsAt(group, level));
  return PERMISSIONS.filter((flag) => (own.has(flag) ? set.has(flag) : permissions.includes(flag)));
}

/** What a change of permissions adds and takes away, in the order of the permissions. */
export const permissionDifference = (before: readonly string[], after: readonly string[]) => ({
  gained: PERMISSIONS.filter((flag) => after.includes(flag) && !before.includes(flag)),
  lost: PERMISSIONS.filter((flag) => before.includes(flag) && !after.includes(flag)),
});

/** What a built-in role keeps whatever superusers change: who runs a project for its owners lets people in and sees who is. */
const KEPT: Partial<Record<RoleTemplate, readonly Permission[]>> = {
  project_admin: ["users_view", "project_manage", "users_manage"],
};

/** The permissions that a built-in role cannot lose. */
export const keptPermissions = (template: RoleTemplate): readonly Permission[] => KEPT[template] ?? [];
