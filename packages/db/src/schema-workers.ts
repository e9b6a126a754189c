import type { EncoderEffort } from "@kinora/domain/transcoding/encoder-effort.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json, OptionalTimestamp, Timestamp } from "./columns.ts";

/** A process that runs jobs; it writes what it is every few seconds. */
export interface WorkersTable {
  id: GeneratedAlways<number>;
  host: string;
  pid: number;
  started_at: Timestamp;
  /** What its settings are kept under; null for a worker of an older release. */
  name: string | null;
  version: Generated<string>;
  /** Media jobs it runs side by side. */
  slots: Generated<number>;
  cpus: Generated<number>;
  /** 0–1, of all processors of its machine. */
  cpu_share: Generated<number>;
  memory_used_bytes: Generated<number>;
  memory_total_bytes: Generated<number>;
  /** Of the disk with its data folder, where it encodes. */
  disk_free_bytes: Generated<number>;
  disk_total_bytes: Generated<number>;
  seen_at: Timestamp;
}

/** A media tool that a job runs. */
export interface ClaimedTool {
  binary: string;
  /** As one line, without paths of the machine. */
  command: string;
  /** ISO 8601. */
  since: string;
  /** Its last lines, without paths of the machine. */
  log: string[];
}

/** A job that a worker runs. */
export interface JobClaimsTable {
  job_id: string;
  queue: string;
  worker_id: number;
  claimed_at: Timestamp;
  /** When its tools last put something out; with no tool whose output can be measured, when it was last looked at. */
  moved_at: Timestamp;
  tools: Json<ClaimedTool[]>;
}

/** What superusers want of the workers of a name. */
export interface WorkerSettingsTable {
  name: string;
  draining_since: OptionalTimestamp;
  /** Null: as the worker's own setting says. */
  slots: number | null;
}

/** What superusers want of the queue of transcodes; one row. */
export interface TranscodingSettingsTable {
  only_row: Generated<boolean>;
  paused_since: OptionalTimestamp;
  /** Whether accounts take turns. */
  fair: Generated<boolean>;
  /** Of encoders, for transcodes that begin. */
  effort: Generated<EncoderEffort>;
}

export interface QueueTurnsTable {
  queue: string;
  group_id: string;
  taken_at: Timestamp;
}
