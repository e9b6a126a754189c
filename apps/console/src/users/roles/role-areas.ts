import { PERMISSIONS, VIEW_FLAGS } from "@kinora/domain/people/permissions.ts";

/** What permissions are about, by the beginnings of their names, in the order of the navigation. */
const AREAS = {
  videos: ["video_"],
  live: ["streams_"],
  players: ["player_"],
  playlists: ["playlist_"],
  analytics: ["analytics_", "ga_"],
  labels: ["categories_", "tags_"],
  resolutions: ["resolutions_"],
  ads: ["ads_"],
  restrictions: ["referrer_restrictions_", "restrictions_"],
  webhooks: ["webhooks_", "api_"],
  users: ["users_"],
  project: ["project_"],
} as const satisfies Record<string, readonly string[]>;

export type RoleArea = keyof typeof AREAS;

const views: ReadonlySet<string> = new Set(VIEW_FLAGS.filter((flag) => flag !== "video_add"));

export interface RoleAreas {
  /** Where everything may be changed. */
  all: RoleArea[];
  /** Where some things may be changed. */
  some: RoleArea[];
  /** What may be seen only. */
  seen: RoleArea[];
}

/** Whether a role may change everything in every area. */
export const changesEverything = ({ all }: RoleAreas): boolean => all.length === Object.keys(AREAS).length;

/** What a role may change and see, by areas. Permissions nobody knows are left out. */
export function roleAreas(permissions: readonly string[]): RoleAreas {
  const areas: RoleAreas = { all: [], some: [], seen: [] };
  for (const area of Object.keys(AREAS) as RoleArea[]) {
    const known = PERMISSIONS.filter((flag) => AREAS[area].some((prefix) => flag.startsWith(prefix)));
    const writes = known.filter((flag) => !views.has(flag));
    const held = writes.filter((flag) => permissions.includes(flag));
    if (held.length > 0) areas[held.length === writes.length ? "all" : "some"].push(area);
    else if (known.some((flag) => permissions.includes(flag))) areas.seen.push(area);
  }
  return areas;
}
