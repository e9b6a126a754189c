import type { OnAirSource, SwitchSource } from "@kinora/domain/onAir.ts";
import type { StreamPictureKind } from "@kinora/domain/streamPictures.ts";
import type {
  LogSeverity,
  RecordingKind,
  RecordingState,
  RestreamPlatform,
  RestreamProfile,
  RestreamState,
  SecondPublisher,
  SessionEndReason,
  StreamFacts,
  StreamLadder,
  StreamLatency,
  StreamLogType,
  StreamState,
  StreamType,
} from "@kinora/domain/streams.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json, OptionalTimestamp, Timestamp } from "./columns.ts";

/** What an encoder sends; null: not known yet. */
export interface StreamIngest {
  video_codec: string | null;
  audio_codec: string | null;
  width: number | null;
  height: number | null;
  frame_rate: number | null;
  bitrate_kbps: number | null;
  keyframe_seconds: number | null;
  audio_level_db: number | null;
  encoder: string | null;
}

export interface StreamsTable {
  id: GeneratedAlways<number>;
  project_id: number;
  account_id: number;
  hash: string;
  name: string;
  description: Generated<string>;
  category_id: number | null;
  type: Generated<StreamType>;
  ladder: Generated<StreamLadder>;
  latency: Generated<StreamLatency>;
  dvr_minutes: Generated<number>;
  reconnect_seconds: Generated<number>;
  second_publisher: Generated<SecondPublisher>;
  record: Generated<boolean>;
  record_publish: Generated<boolean>;
  /** SHA-256 of the key. */
  key_hash: Buffer;
  key_sealed: Buffer;
  /** Whether somebody publishes, as the live role knows it. */
  ingest: Generated<StreamFacts["ingest"]>;
  state: GeneratedAlways<StreamState>;
  enabled: Generated<boolean>;
  paused: Generated<boolean>;
  /** Every round of its loop has an order of its own. */
  loop_shuffle: Generated<boolean>;
  loop_fade: Generated<boolean>;
  loop_before_live: Generated<boolean>;
  loop_on_disconnect: Generated<boolean>;
  loop_when_paused: Generated<boolean>;
  /** When the loop's first video began; null until it has one. */
  loop_since: OptionalTimestamp;
  /** What a person put on air. */
  switched_to: Generated<SwitchSource>;
  /** What viewers are shown, as the live role knows it. */
  on_air: Generated<OnAirSource>;
  /** When it is announced to begin. */
  start_at: OptionalTimestamp;
  /** Until when the test picture is to publish. */
  test_until: OptionalTimestamp;
  created_by: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  last_live_at: OptionalTimestamp;
  deleted_at: OptionalTimestamp;
}

export interface StreamPicturesTable {
  stream_id: number;
  kind: StreamPictureKind;
  /** Names its file. */
  number: number;
  width: number;
  height: number;
  created_at: Timestamp;
}

export interface StreamSessionsTable {
  id: GeneratedAlways<number>;
  stream_id: number;
  project_id: number;
  account_id: number;
  started_at: Timestamp;
  live_at: OptionalTimestamp;
  ended_at: OptionalTimestamp;
  end_reason: SessionEndReason | null;
  /** Why an operator wants it to end. */
  end_wanted: SessionEndReason | null;
  client_ip: string | null;
  testing: Generated<boolean>;
  ingest: Json<StreamIngest | null>;
  bytes_in: Generated<number>;
  bytes_out: Generated<number>;
  reconnects: Generated<number>;
  viewers: Generated<number>;
  peak_viewers: Generated<number>;
  watch_seconds: Generated<number>;
}

/** What a clip is made of, by names in the stream's folder; all of it is of one initialisation segment. */
export interface ClipPieces {
  init: string;
  /** In order; the clock of a `seam` does not go on from the segment before. */
  segments: { name: string; seam: boolean }[];
}

/** What a part is cut out of, and where it begins and ends there, in seconds. */
export interface TrimmedPart {
  video_id: number;
  from: number;
  to: number;
  /** Whether its picture has the project's watermark. */
  watermarked: boolean;
}

export interface StreamRecordingsTable {
  id: GeneratedAlways<number>;
  stream_id: number;
  project_id: number;
  account_id: number;
  session_id: number | null;
  kind: RecordingKind;
  state: RecordingState;
  started_at: Timestamp;
  ended_at: OptionalTimestamp;
  /** Why it ended before somebody stopped it, or why there is no video of it. */
  problem: string | null;
  /** Of a clip. */
  pieces: Json<ClipPieces | null>;
  /** Of a part that was cut out. */
  trim: Json<TrimmedPart | null>;
  /** Media seconds of a clip or of a part that was cut out. */
  seconds: number | null;
  video_id: number | null;
  /** Who started it; null where the stream's settings did. */
  user_id: number | null;
}

export interface StreamLogTable {
  id: GeneratedAlways<number>;
  stream_id: number;
  project_id: number;
  session_id: number | null;
  at: Timestamp;
  type: StreamLogType;
  severity: LogSeverity;
  detail: Generated<string>;
  client_ip: string | null;
  user_id: number | null;
  /** The target it tells of, which may be gone. */
  restream_id: Generated<number | null>;
  /** What a search looks at, in lower case. */
  words: GeneratedAlways<string>;
}

export interface StreamRestreamsTable {
  id: GeneratedAlways<number>;
  stream_id: number;
  name: string;
  platform: RestreamPlatform;
  url: string;
  key_sealed: Buffer;
  profile: Generated<RestreamProfile>;
  enabled: Generated<boolean>;
  state: Generated<RestreamState>;
  detail: Generated<string>;
  attempts: Generated<number>;
  sent_kbps: Generated<number | null>;
  connected_at: OptionalTimestamp;
  created_at: Timestamp;
}

export interface StreamHostsTable {
  host: string;
  /** Where the edge reads live media, without a trailing slash. */
  url: string;
  pid: number;
  /** Full ladders (360p, 720p and 1080p of 1080p30) it can encode in real time; null until measured. */
  ladders: number | null;
  /** Full ladders that are being encoded, with fractions: smaller ladders are less. */
  ladders_used: Generated<number>;
  /** The processor and the encoder it was measured with; others are measured anew. */
  measured_with: string | null;
  seen_at: Timestamp;
}
