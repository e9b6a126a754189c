import type { Json, Timestamp } from "./columns.ts";

export interface InstallationSettingsTable {
  /** A part of `InstallationSettings`. */
  name: string;
  value: Json<Record<string, unknown>>;
  updated_at: Timestamp;
}

export interface AccountFeaturesTable {
  account_id: number;
  /** One of `FEATURES`. */
  feature: string;
  allowed: boolean;
}
