import type {
  ImportEntry,
  ImportItemState,
  ImportKind,
  ImportOptions,
  ImportState,
} from "@kinora/domain/imports/imports.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { OptionalTimestamp, Timestamp } from "./columns.ts";

/** An import of many videos from one source. */
export interface ImportJobsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  kind: ImportKind;
  /** The address of a feed or a bucket; the name of an uploaded archive; the path of a folder or an archive. */
  source: string;
  /** `BucketKeys` in JSON, sealed; null for other kinds, and once they are deleted. */
  bucket_keys_sealed: Buffer | null;
  /** What the source calls itself; empty until it is read. */
  name: Generated<string>;
  /** Bytes of an archive that is stored, or is being uploaded. */
  archive_bytes: number | null;
  /** Parts of it that are stored, from the first one on. */
  archive_parts: Generated<number>;
  /** Of the parts of the archive that are stored; a trigger adds it to what the project and the account store. */
  stored_bytes: Generated<number>;
  /** When the last one came. */
  part_at: OptionalTimestamp;
  options: JSONColumnType<ImportOptions>;
  state: Generated<ImportState>;
  /** Counts its runs: jobs of an earlier one do nothing. */
  attempts: Generated<number>;
  /** Why it ended early, or what of the source was left out. */
  message: string | null;
  user_id: number | null;
  api_key_id: number | null;
  created_at: Timestamp;
  started_at: OptionalTimestamp;
  finished_at: OptionalTimestamp;
}

/** One video of an import. */
export interface ImportItemsTable {
  id: GeneratedAlways<number>;
  job_id: number;
  project_id: number;
  /** The order of the source, from 0. */
  position: number;
  /** Identifies the same item in later imports of the source. */
  source_key: string;
  entry: JSONColumnType<ImportEntry>;
  state: Generated<ImportItemState>;
  /** Why it was skipped or failed. */
  reason: string | null;
  /** What was not imported of it. */
  notes: ColumnType<string[], string[] | undefined, string[]>;
  upload_id: string | null;
  /** The video it became, or the one it was skipped for. */
  video_id: number | null;
}
