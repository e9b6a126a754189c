import type { Permission } from "@kinora/domain/people/permissions.ts";

/** Each path with the flag that opens it (spec §2). */
export const guarded: readonly (readonly [path: string, flag: Permission, ends?: string])[] = [
  ["/upload", "video_add"],
  ["/upload/imports", "video_add"],
  ["/upload/imports/7", "video_add"],
  ["/upload/logs", "video_add"],
  ["/video", "video_view"],
  ["/live", "streams_view"],
  ["/live/logs", "streams_view"],
  ["/live/7", "streams_view"],
  ["/analytics", "analytics_view", "/analytics/transcode"],
  ["/analytics/top-videos", "analytics_view"],
  ["/settings/project/categories", "categories_view"],
  ["/settings/project/tags", "tags_view"],
  ["/settings/project/resolutions", "resolutions_view"],
  ["/settings/ads", "ads_view"],
  ["/settings/restrictions", "referrer_restrictions_view"],
  ["/settings/webhooks", "webhooks_view"],
  ["/settings/analytics", "ga_view"],
  ["/settings/api", "api_view"],
  ["/users", "users_view"],
  ["/player", "player_view"],
  ["/player/3", "player_view"],
  ["/playlist", "player_view"],
  ["/playlist/3", "player_view"],
  ["/playlist/3/manage", "player_view"],
];
