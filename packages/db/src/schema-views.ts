import type { ColumnType } from "kysely";
import type { Json, Timestamp } from "./columns.ts";

type Sum = ColumnType<number, number | undefined, number>;
type Moment = ColumnType<Date, Date | string, Date | string>;
type MomentOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A UTC day, `YYYY-MM-DD`; read as a date unless it is cast to text. */
type Day = ColumnType<Date, string, never>;
export type ViewItemKind = "video" | "stream";
export type ViewAudience = "viewer" | "team" | "bot";
export type ViewDevice = "desktop" | "phone" | "tablet" | "tv" | "other";

/** One load of a player with one item. */
export interface ViewsTable {
  day: Day;
  id: string;
  project_id: number;
  item_kind: ViewItemKind;
  item_id: number;
  player_id: number | null;
  host: string | null;
  path: string | null;
  country: string | null;
  device: ViewDevice;
  browser: string;
  audience: ViewAudience;
  /** Null where the viewer asked not to be distinguished from others. */
  visitor: Buffer | null;
  report: number;
  loaded_at: Moment;
  reported_at: Moment;
  played: ColumnType<boolean, boolean | undefined, boolean>;
  viewed: ColumnType<boolean, boolean | undefined, boolean>;
  ended: ColumnType<boolean, boolean | undefined, boolean>;
  first_frame_ms: number | null;
  watched_ms: Sum;
  waited_ms: Sum;
  waits: Sum;
  /** 0–1; null for livestreams. */
  furthest: number | null;
  parts: number[] | null;
  error_code: string | null;
  ads: Sum;
  ad_requests: Sum;
  /** Milliseconds watched by the rendition's height. */
  heights: Json<Record<string, number>>;
  /** The hour whose part of the view is in this row alone; null where all of it is in `view_hours`. */
  hour: MomentOrNull;
  /** What of the view is in `view_hours` beside that; null for nothing. */
  carried: number[] | null;
  /** As sums count them. */
  furthest_hundredths: Sum;
  watched_hundredths: Sum;
}

/** What is summed of views. */
interface CountedTable {
  loads: Sum;
  plays: Sum;
  views: Sum;
  ends: Sum;
  watched_ms: Sum;
  waited_ms: Sum;
  waits: Sum;
  errors: Sum;
  ads: Sum;
  ad_requests: Sum;
  /** Hundredths. */
  furthest: Sum;
  /** Hundredths that were watched, each once a view. */
  watched_parts: Sum;
  /** First frames in each step. */
  startups: number[] | null;
}

/** Sums of a UTC hour or day, by one dimension. */
export interface ViewSumsTable extends CountedTable {
  project_id: number;
  step: "hour" | "day";
  /** Empty for all of the project. */
  dimension: "" | "item" | "player" | "host" | "country" | "device" | "browser";
  value: string;
  at: Moment;
  item_kind: ViewItemKind;
  audience: ViewAudience;
  /** The last hour with a play. */
  last_play: MomentOrNull;
}

/** Of which days sums by one dimension are still to be made; none when the next one is after the last one. */
export interface SumsFilledTable {
  source: "views" | "deliveries";
  next_day: ColumnType<Date, string, string>;
  last_day: ColumnType<Date, string, string>;
}

/** Sums of an hour, by all that reports can be filtered by, of what no row of a view has. */
export interface ViewHoursTable extends CountedTable {
  hour: Moment;
  project_id: number;
  item_kind: ViewItemKind;
  item_id: number;
  /** 0 for none. */
  player_id: number;
  host: string;
  country: string;
  device: ViewDevice;
  browser: string;
  audience: ViewAudience;
}

export interface ViewSketchesTable {
  day: Day;
  project_id: number;
  dimension: "" | "kind" | "video" | "stream" | "player" | "host" | "country" | "device";
  value: string;
  audience: ViewAudience;
  sketch: Buffer;
}

export interface ViewCodesTable {
  hour: Moment;
  project_id: number;
  item_kind: ViewItemKind;
  item_id: number;
  player_id: number;
  code: string;
  audience: ViewAudience;
  views: Sum;
}

export interface VideoPartsTable {
  project_id: number;
  video_id: number;
  day: Day;
  parts: number[];
}

/** Plays of viewers in the last days, by the player. */
export interface PlayerDaysTable {
  project_id: number;
  day: Day;
  player_id: number;
  plays: number;
}

export interface PlaylistDaysTable {
  project_id: number;
  day: Day;
  playlist_id: number;
  plays: number;
}

export interface ViewersNowTable {
  project_id: number;
  item_kind: ViewItemKind;
  item_id: number;
  minute: Moment;
  viewers: number;
}

export interface DeliveryHoursTable {
  hour: Moment;
  project_id: number;
  item_kind: ViewItemKind;
  item_id: number;
  kind: "segment" | "part" | "download" | "poster" | "other";
  /** 0 where there is none. */
  height: number;
  player_id: number;
  host: string;
  country: string;
  requests: Sum;
  bytes: Sum;
  cached: Sum;
}

/** Views that played lately. */
export interface WatchingViewsTable {
  id: string;
  project_id: number;
  item_kind: ViewItemKind;
  item_id: number;
  at: Moment;
}

/** Random bytes that visitors' hashes of a UTC day are made with; deleted after it. */
export interface VisitorSaltsTable {
  day: Day;
  salt: Buffer;
}

export interface CountedBatchesTable {
  id: string;
  at: Timestamp;
}

export interface TranscodeRecordsTable {
  transcode_id: number;
  video_id: number;
  title: string;
  project_id: number;
  account_id: number;
  state: "complete" | "failed" | "cancelled";
  finished_at: Moment;
  source_seconds: number;
  waited_seconds: number;
  encode_seconds: number;
  cpu_seconds: number | null;
  failure: string | null;
  renditions: Json<{ height: number; seconds: number; bytes: number; copied: boolean }[]>;
}

/** Sums of what was delivered in a UTC hour or day, by one dimension. */
export interface DeliverySumsTable {
  project_id: number;
  step: "hour" | "day";
  /** Empty for all of the project. */
  dimension: "" | "item" | "kind" | "height" | "player" | "host" | "country";
  value: string;
  at: Moment;
  item_kind: ViewItemKind;
  requests: Sum;
  bytes: Sum;
  cached: Sum;
  segment: Sum;
  part: Sum;
  download: Sum;
  poster: Sum;
  other: Sum;
}
