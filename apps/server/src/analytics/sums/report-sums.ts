import type { DeliveryDimension, ViewDimension } from "@kinora/domain/analytics/reports.ts";
import type { PageQuery } from "../../platform/lists/list-page.ts";
import { SUMMED } from "../counting/view-change.ts";
import type { ReportFilter } from "../reports/filter.ts";
import type { Period } from "../reports/period.ts";

/** The place of a table's page. */
export type Place = PageQuery;

/** Rows of a report's table, and how many there are in all. */
export interface Rows<Row> {
  rows: Row[];
  total: number;
}

/** The columns of sums of views that reports add up: all but how often a view waited. */
export const VIEW_SUMS = SUMMED.filter((name) => name !== "waits");

/** Sums of views. */
export interface ViewSumsRow extends Record<(typeof VIEW_SUMS)[number], number> {
  /** Plays of videos: livestreams have no end that one could come near. */
  video_plays: number;
  startups: number[] | null;
}

/** Sums of the views of one video or livestream. */
export interface ItemSumsRow extends ViewSumsRow {
  id: number;
  /** The last hour with a play; null without one. */
  last_play: Date | null;
}

/** Sums of no rows. */
export const NO_VIEWS: ViewSumsRow = {
  ...(Object.fromEntries(VIEW_SUMS.map((name) => [name, 0])) as Record<(typeof VIEW_SUMS)[number], number>),
  video_plays: 0,
  startups: null,
};

/** What the edge tells apart of what it sends. */
export const DELIVERY_KINDS = ["segment", "part", "download", "poster", "other"] as const;

/** Sums of deliveries. */
export interface DeliverySumsRow extends Record<(typeof DELIVERY_KINDS)[number], number> {
  bytes: number;
  requests: number;
  /** Requests that a cache answered. */
  cached: number;
  /** Bytes of livestreams. */
  live: number;
}

/** Sums of no rows. */
export const NO_DELIVERIES: DeliverySumsRow = {
  ...{ bytes: 0, requests: 0, cached: 0, live: 0 },
  ...{ segment: 0, part: 0, download: 0, poster: 0, other: 0 },
};

export type ItemKind = "video" | "stream";

/** What reports ask of sums. Points of a range are all there, also those without any row. */
export interface ReportSums {
  views(filter: ReportFilter, period: Period, kind?: ItemKind): Promise<ViewSumsRow>;
  viewsByPoint(filter: ReportFilter, period: Period, kind?: ItemKind): Promise<(ViewSumsRow & { at: Date })[]>;
  /** The most plays first. */
  viewsByKey(
    filter: ReportFilter,
    period: Period,
    by: ViewDimension,
    place: Place,
  ): Promise<Rows<ViewSumsRow & { key: string }>>;
  /** The most plays first. */
  viewsByItem(filter: ReportFilter, period: Period, kind: ItemKind, place: Place): Promise<Rows<ItemSumsRow>>;
  /** The places of these videos or livestreams in the order of `viewsByItem`, from 1; those without a row are left out. */
  ranksOf(filter: ReportFilter, period: Period, kind: ItemKind, ids: readonly number[]): Promise<Map<number, number>>;
  deliveries(filter: ReportFilter, period: Period): Promise<DeliverySumsRow>;
  deliveriesByPoint(filter: ReportFilter, period: Period): Promise<(DeliverySumsRow & { at: Date })[]>;
  /** The most bytes first. Items are `video 1` and `stream 1`. */
  deliveriesByKey(
    filter: ReportFilter,
    period: Period,
    by: DeliveryDimension,
    place: Place,
  ): Promise<Rows<{ key: string; bytes: number; requests: number }>>;
  /** The most bytes that were sent within an hour of a range, and those that 95 of 100 of its hours with any stayed within. */
  busiestHours(filter: ReportFilter, period: Period): Promise<{ most: number; p95: number }>;
  /** The bytes of each of these videos or livestreams that has any. */
  itemBytes(filter: ReportFilter, period: Period, kind: ItemKind, ids: readonly number[]): Promise<Map<number, number>>;
  /** The first hour of which a project has sums; null without any. */
  firstHour(projectId: number, source: "views" | "deliveries"): Promise<Date | null>;
}
