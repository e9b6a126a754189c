import type { AdEvent } from "@kinora/domain/ads/ad-events.ts";
import type { AdSettings, VideoAds } from "@kinora/domain/ads/ad-settings.ts";
import type { ColumnType, JSONColumnType } from "kysely";
import type { Timestamp } from "./columns.ts";

export interface ProjectAdsTable {
  project_id: number;
  account_id: number;
  settings: JSONColumnType<AdSettings>;
  updated_at: Timestamp;
}

export interface VideoAdsTable {
  video_id: number;
  project_id: number;
  settings: JSONColumnType<VideoAds>;
  updated_at: Timestamp;
}

export interface AdCountsTable {
  project_id: number;
  /** UTC. */
  day: ColumnType<Date | string, string, never>;
  event: AdEvent;
  /** A VAST error code, or 0. */
  code: number;
  count: number;
}
