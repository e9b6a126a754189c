import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Timestamp } from "./columns.ts";

/** Only settings that differ from their defaults are stored. */
type Settings = ColumnType<Partial<PlayerSettings>, string | undefined, string>;

export interface PlayersTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  hash: string;
  title: string;
  is_default: Generated<boolean>;
  draft: Settings;
  /** Counts the changes of title and draft. */
  draft_version: Generated<number>;
  /** The published version. */
  settings: Settings;
  version: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PlayerVersionsTable {
  player_id: number;
  number: number;
  settings: Settings;
  user_id: number | null;
  created_at: Timestamp;
}

export interface PlayerPicturesTable {
  player_id: number;
  number: number;
  /** Pixels. */
  width: number;
  height: number;
  /** PNG. */
  picture: Buffer;
  created_at: Timestamp;
}
