import type { BackupState, VerificationState } from "@kinora/domain/operations/backups.ts";
import type { ReclaimCandidate, ScanState } from "@kinora/domain/operations/reclaim.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { GivenTimestamp, Json, OptionalTimestamp, Timestamp } from "./columns.ts";

interface ChoresTable {
  name: string;
  does: string;
  every_seconds: number;
  started_at: OptionalTimestamp;
  finished_at: OptionalTimestamp;
  duration_ms: number | null;
  /** Of the last run that ended; null when it succeeded. */
  failure: string | null;
  next_at: OptionalTimestamp;
  requested_at: OptionalTimestamp;
}

interface StorageScansTable {
  id: GeneratedAlways<number>;
  state: Generated<ScanState>;
  requested_at: Timestamp;
  finished_at: OptionalTimestamp;
  files: Generated<number>;
  bytes: Generated<number>;
  expected_bytes: Generated<number>;
  candidates: Json<ReclaimCandidate[]>;
  problem: string | null;
  /** Of the orphans it found; null until someone asks for it. */
  deletion: Exclude<ScanState, "cancelled"> | null;
  deletion_problem: string | null;
}

interface StorageOrphansTable {
  scan_id: number;
  folder: string;
  files: number;
  bytes: number;
  newest_at: GivenTimestamp;
  /** `kept`: it had a row again when it was to be deleted. */
  state: Generated<"found" | "deleted" | "kept">;
}

interface BackupsTable {
  id: GeneratedAlways<number>;
  state: Generated<BackupState>;
  /** The machine that has the file. */
  host: Generated<string>;
  /** Its path there. */
  file: string;
  requested_at: Timestamp;
  finished_at: OptionalTimestamp;
  bytes: Generated<number>;
  expected_bytes: Generated<number>;
  sha256: Buffer | null;
  problem: string | null;
  verification: VerificationState | null;
  verified_at: OptionalTimestamp;
  verification_problem: string | null;
  /** The moment of the schedule it was begun for; null when a superuser asked for it. */
  scheduled_for: OptionalTimestamp;
}

/** The tables of what the operator sees of the system itself. */
export interface OperationsTables {
  backups: BackupsTable;
  chores: ChoresTable;
  storage_scans: StorageScansTable;
  storage_orphans: StorageOrphansTable;
}
