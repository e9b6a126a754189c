import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { OptionalTimestamp, Timestamp } from "./columns.ts";

export interface UploadTokensTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  name: string;
  /** The first characters of the token. */
  prefix: string;
  token_hash: Buffer;
  uses_max: number;
  uses: Generated<number>;
  /** Null: what the project and the account allow. */
  max_bytes: number | null;
  title: string | null;
  title_prefix: string | null;
  category_id: number | null;
  tag_ids: Generated<number[]>;
  published: Generated<boolean>;
  /** Origins of pages whose scripts may use it. */
  origins: Generated<string[]>;
  expires_at: ColumnType<Date, Date, Date>;
  revoked_at: OptionalTimestamp;
  last_used_at: OptionalTimestamp;
  created_by: number | null;
  created_by_key: number | null;
  created_at: Timestamp;
}
