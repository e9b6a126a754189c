/** The flags that open screens (spec §3, Config). */
export const VIEW_FLAGS = [
  "video_add",
  "video_view",
  "streams_view",
  "analytics_view",
  "categories_view",
  "tags_view",
  "resolutions_view",
  "ads_view",
  "referrer_restrictions_view",
  "webhooks_view",
  "ga_view",
  "api_view",
  "users_view",
  "player_view",
] as const;

/** The flags that allow changes; the server enforces them, the console hides or disables what they guard. */
export const WRITE_FLAGS = [
  "project_manage",
  "video_edit",
  "video_publish",
  "video_delete",
  "video_replace",
  "video_download",
  "streams_manage",
  "streams_control",
  "streams_key_view",
  "player_manage",
  "playlist_manage",
  "categories_manage",
  "tags_manage",
  "resolutions_manage",
  "ads_manage",
  "restrictions_manage",
  "webhooks_manage",
  "ga_manage",
  "api_manage",
  "users_manage",
  "analytics_export",
] as const;

export const PERMISSIONS = [...VIEW_FLAGS, ...WRITE_FLAGS] as const;
export type Permission = (typeof PERMISSIONS)[number];
export type PermissionSet = Record<Permission, boolean>;

/** A set in which exactly `granted` are true; every known flag is present. */
export function permissionSet(granted: Iterable<Permission>): PermissionSet {
  const held = new Set<string>(granted);
  return Object.fromEntries(PERMISSIONS.map((flag) => [flag, held.has(flag)])) as PermissionSet;
}

/** Keeps what is a known flag; a stored name that no longer exists grants nothing. */
export function knownPermissions(names: readonly string[]): Permission[] {
  return PERMISSIONS.filter((flag) => names.includes(flag));
}

/** The roles every account has, by the names that do not change. */
export const ROLE_TEMPLATES = [
  "project_admin",
  "editor",
  "uploader",
  "live_operator",
  "designer",
  "analyst",
  "viewer",
] as const;
export type RoleTemplate = (typeof ROLE_TEMPLATES)[number];

export interface DefaultRole {
  template: RoleTemplate;
  title: string;
  description: string;
  permissions: readonly Permission[];
}

const startingWith = (...prefixes: string[]): Permission[] =>
  PERMISSIONS.filter((flag) => prefixes.some((prefix) => flag.startsWith(prefix)));

/** The roles every account has, as they are until superusers change them; their titles' first letter is the avatar badge (spec §3, User). */
export const DEFAULT_ROLES: readonly DefaultRole[] = [
  {
    template: "project_admin",
    title: "Project admin",
    description: "Everything in the project.",
    permissions: PERMISSIONS,
  },
  {
    template: "editor",
    title: "Editor",
    description: "Manages videos, livestreams, players and playlists; reads analytics.",
    permissions: [
      ...startingWith("video_", "streams_", "player_", "playlist_", "categories_", "tags_"),
      "resolutions_view",
      "analytics_view",
    ],
  },
  {
    template: "uploader",
    title: "Uploader",
    description: "Uploads videos and sees only their own; someone else publishes them.",
    permissions: ["video_add"],
  },
  {
    template: "live_operator",
    title: "Live operator",
    description: "Runs livestreams.",
    permissions: startingWith("streams_"),
  },
  {
    template: "designer",
    title: "Player & ads designer",
    description: "Designs players and sets up ads.",
    permissions: ["video_view", ...startingWith("player_", "playlist_", "ads_")],
  },
  {
    template: "analyst",
    title: "Analyst",
    description: "Reads and exports analytics.",
    permissions: ["analytics_view", "analytics_export"],
  },
  {
    template: "viewer",
    title: "Viewer",
    description: "Sees everything, changes nothing.",
    permissions: VIEW_FLAGS.filter((flag) => flag !== "video_add"),
  },
];

/** What an API key may be allowed to do; `custom` keys name their permissions one by one. */
export const API_KEY_SCOPES = ["full", "read", "upload"] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** The permissions behind a key's scopes; a scope that is itself a permission grants just that. */
export function scopePermissions(scopes: readonly string[]): Permission[] {
  const granted = new Set<Permission>(knownPermissions(scopes));
  if (scopes.includes("full")) for (const flag of PERMISSIONS) granted.add(flag);
  if (scopes.includes("read")) for (const flag of VIEW_FLAGS) if (flag !== "video_add") granted.add(flag);
  if (scopes.includes("upload")) granted.add("video_add");
  return PERMISSIONS.filter((flag) => granted.has(flag));
}
