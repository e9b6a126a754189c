import type { AdEvent } from "@kinora/domain/ads/ad-events.ts";
import type { AdSettings, VideoAds } from "@kinora/domain/ads/ad-settings.ts";
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Timestamp } from "./columns.ts";

export interface AdSchedulesTable {
  id: Generated<number>;
  project_id: number;
  account_id: number;
  name: string;
  settings: JSONColumnType<AdSettings>;
  is_default: Generated<boolean>;
  /** Counts its changes. */
  version: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CategoryAdSchedulesTable {
  category_id: number;
  project_id: number;
  schedule_id: number;
}

export interface VideoAdsTable {
  video_id: number;
  project_id: number;
  settings: JSONColumnType<VideoAds>;
  /** Null: the schedule of its category, else the default one. */
  schedule_id: number | null;
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
