import {
  API_KEY_SCOPES,
  knownPermissions,
  scopePermissions,
  VIEW_FLAGS,
  type ApiKeyScope,
  type Permission,
} from "../people/permissions.ts";

/** What a key may do, in one word; `custom` names its permissions one by one. */
export type ScopeKind = ApiKeyScope | "custom";

/** The word for a key's scopes: one of the presets alone, or `custom`. */
export function scopeKind(scopes: readonly string[]): ScopeKind {
  const [only] = scopes;
  if (scopes.length !== 1) return "custom";
  return API_KEY_SCOPES.find((preset) => preset === only) ?? "custom";
}

/** What a person chooses of a resource of the API; `manage` includes `view`. */
const RESOURCE_LEVELS = ["none", "view", "manage"] as const;
export type ResourceLevel = (typeof RESOURCE_LEVELS)[number];

/** The resources of the API in the console's order, with the permissions of each level. Every permission belongs to one of them. */
export const KEY_RESOURCES = [
  {
    name: "videos",
    view: ["video_view"],
    manage: ["video_edit", "video_publish", "video_delete", "video_replace", "video_download"],
  },
  { name: "uploads", view: [], manage: ["video_add"] },
  { name: "streams", view: ["streams_view"], manage: ["streams_manage", "streams_control", "streams_key_view"] },
  { name: "players", view: ["player_view"], manage: ["player_manage", "playlist_manage"] },
  { name: "analytics", view: ["analytics_view"], manage: ["analytics_export"] },
  { name: "project", view: [], manage: ["project_manage"] },
  { name: "categories", view: ["categories_view"], manage: ["categories_manage"] },
  { name: "tags", view: ["tags_view"], manage: ["tags_manage"] },
  { name: "resolutions", view: ["resolutions_view"], manage: ["resolutions_manage"] },
  { name: "ads", view: ["ads_view"], manage: ["ads_manage"] },
  { name: "restrictions", view: ["referrer_restrictions_view"], manage: ["restrictions_manage"] },
  { name: "webhooks", view: ["webhooks_view"], manage: ["webhooks_manage"] },
  { name: "analyticsProviders", view: ["ga_view"], manage: ["ga_manage"] },
  { name: "apiKeys", view: ["api_view"], manage: ["api_manage"] },
  { name: "users", view: ["users_view"], manage: ["users_manage"] },
] as const satisfies readonly { name: string; view: readonly Permission[]; manage: readonly Permission[] }[];

export type KeyResource = (typeof KEY_RESOURCES)[number];

/** The levels a resource has: one that cannot be viewed alone has no `view`. */
export const levelsOf = ({ view }: KeyResource): ResourceLevel[] =>
  RESOURCE_LEVELS.filter((level) => level !== "view" || view.length > 0);

/** The permissions of a level of a resource. */
export function levelPermissions({ view, manage }: KeyResource, level: ResourceLevel): Permission[] {
  if (level === "none") return [];
  return level === "view" ? [...view] : [...view, ...manage];
}

/** The level of a resource that a set of permissions is; null for a part of one. */
export function levelIn(resource: KeyResource, held: ReadonlySet<string>): ResourceLevel | null {
  const all = levelPermissions(resource, "manage");
  const inSet = all.filter((permission) => held.has(permission));
  return levelsOf(resource).find((level) => levelPermissions(resource, level).join() === inSet.join()) ?? null;
}

/** Whether a key may be used in browsers, where everyone can read it: it views and uploads, and changes nothing else. */
export const mayHaveOrigins = (scopes: readonly string[]): boolean => {
  const harmless: readonly Permission[] = VIEW_FLAGS;
  return scopePermissions(scopes).every((permission) => harmless.includes(permission));
};

/**
 * What a key may do: the permissions of its scopes that its maker holds now, so that it never may do more than they.
 * @param held the maker's; null for a key without one.
 */
export const permittedScopes = (scopes: readonly string[], held: readonly string[] | null): Permission[] => {
  if (held === null) return scopePermissions(scopes);
  const known = new Set<string>(knownPermissions(held));
  return scopePermissions(scopes).filter((permission) => known.has(permission));
};

/** The permissions of scopes that someone does not hold: nobody creates a key that may do more than they may. */
export const beyond = (scopes: readonly string[], held: ReadonlySet<string>): Permission[] =>
  scopePermissions(scopes).filter((permission) => !held.has(permission));
