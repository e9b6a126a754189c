import type { ColumnType } from "kysely";
import type { Timestamp } from "./columns.ts";

export interface InstallationSettingsTable {
  /** A part of `InstallationSettings`. */
  name: string;
  value: ColumnType<Record<string, unknown>, string, string>;
  updated_at: Timestamp;
}

export interface AccountFeaturesTable {
  account_id: number;
  /** One of `FEATURES`. */
  feature: string;
  allowed: boolean;
}
