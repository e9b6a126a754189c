import type { AnalyticsProviders } from "@kinora/domain/analytics/providers.ts";
import type { JSONColumnType } from "kysely";
import type { Timestamp } from "./columns.ts";

export interface ProjectAnalyticsTable {
  project_id: number;
  account_id: number;
  settings: JSONColumnType<AnalyticsProviders>;
  updated_at: Timestamp;
}
