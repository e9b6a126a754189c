import type { OnAirSource, SwitchSource } from "@kinora/domain/live/on-air.ts";
import type { LogSeverity, StreamLogType } from "@kinora/domain/live/stream-log.ts";
import type { StreamPictureKind } from "@kinora/domain/live/stream-pictures.ts";
import type { StreamFacts, StreamState } from "@kinora/domain/live/stream-states.ts";
import type {
  RecordingKind,
  RecordingState,
  RestreamPlatform,
  RestreamProfile,
  RestreamState,
  SecondPublisher,
  SessionEndReason,
  StreamLadder,
  StreamLatency,
  StreamType,
} from "@kinora/domain/live/streams.ts";
import type { StreamIngest } from "@kinora/domain/realtime.ts";
import type { SpokenCue } from "@kinora/domain/speech/cues.ts";
import type { CutStretch } from "@kinora/domain/speech/kept-captions.ts";
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { GivenTimestamp, Json, OptionalTimestamp, Timestamp } from "./columns.ts";

/** The ad break that the operator of a livestream asked for last. */
export interface StreamAdBreaksTable {
  stream_id: number;
  project_id: number;
  /** Counts those of the livestream. */
  number: Generated<number>;
  begins_at: Timestamp;
  ends_at: GivenTimestamp;
  /** Its encoder began it, not its operator. */
  of_encoder: Generated<boolean>;
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
  /** Whether viewers may watch over WebRTC. */
  low_delay: Generated<boolean>;
  /** Whether its speech is recognised while it is on air. */
  automatic_captions: Generated<boolean>;
  dvr_minutes: Generated<number>;
  reconnect_seconds: Generated<number>;
  second_publisher: Generated<SecondPublisher>;
  record: Generated<boolean>;
  record_publish: Generated<boolean>;
  /** Counts the changes of what is set on it. */
  version: Generated<number>;
  /** SHA-256 of the key. */
  key_hash: Buffer;
  key_sealed: Buffer;
  /** Whether an encoder is connected, written by the live role. */
  ingest: Generated<StreamFacts["ingest"]>;
  state: GeneratedAlways<StreamState>;
  enabled: Generated<boolean>;
  paused: Generated<boolean>;
  /** Each round of the loop is shuffled. */
  loop_shuffle: Generated<boolean>;
  loop_fade: Generated<boolean>;
  loop_before_live: Generated<boolean>;
  loop_on_disconnect: Generated<boolean>;
  loop_when_paused: Generated<boolean>;
  /** When the loop's first video started; null until it has one. */
  loop_since: OptionalTimestamp;
  /** The playlist that the loop follows. */
  loop_playlist_id: number | null;
  /** Its name when it was last read; stays when the playlist is deleted. */
  loop_playlist_name: string | null;
  /** The source a person put on air. */
  switched_to: Generated<SwitchSource>;
  /** The source viewers see, written by the live role. */
  on_air: Generated<OnAirSource>;
  /** The live host that has it, or had it last. */
  host: Generated<string | null>;
  /** How often another host took it over. */
  host_moves: Generated<number>;
  /** The announced start. */
  start_at: OptionalTimestamp;
  /** When the test pattern stops. */
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
  /** Why an operator ends it. */
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

/** The segments of a clip, by file name in the stream's folder; all share one initialization segment. */
export interface ClipPieces {
  init: string;
  /** In order; at a `seam` the timestamps are discontinuous. */
  segments: { name: string; seam: boolean }[];
  /** Its dates in the playlists, and where they are in it. Missing in clips of former releases. */
  stretches?: CutStretch[] | undefined;
}

/** The source of a trim, with start and end in seconds. */
export interface TrimmedPart {
  video_id: number;
  from: number;
  to: number;
  /** Whether it includes the project's watermark. */
  watermarked: boolean;
}

export interface StreamRecordingsTable {
  id: GeneratedAlways<number>;
  /** The live host whose disk has its file, until that is in storage. */
  host: Generated<string | null>;
  stream_id: number;
  project_id: number;
  account_id: number;
  session_id: number | null;
  kind: RecordingKind;
  state: RecordingState;
  started_at: Timestamp;
  ended_at: OptionalTimestamp;
  /** Why it ended early, or why it has no video. */
  problem: string | null;
  /** Of a clip. */
  pieces: Json<ClipPieces | null>;
  /** Of a trim. */
  trim: Json<TrimmedPart | null>;
  /** Duration of a clip or trim in seconds. */
  seconds: number | null;
  video_id: number | null;
  /** Who started it; null when it started automatically. */
  user_id: number | null;
}

/** Captions that were made on air of what is recorded, until the recording's video has them. */
export interface RecordingCaptionsTable {
  recording_id: number;
  /** Of the first caption, from the beginning of the recording. */
  starts_ms: number;
  /** With times from the beginning of the recording. */
  cues: JSONColumnType<SpokenCue[]>;
  /** BCP 47; null while it is not known. */
  language: string | null;
}

/** Captions that were made on air, for a day. */
export interface AiredCaptionsTable {
  stream_id: number;
  /** Of the first caption, as the playlists date it. */
  starts_at: GivenTimestamp;
  /** With times in milliseconds since 1970. */
  cues: JSONColumnType<SpokenCue[]>;
  /** BCP 47; null while it is not known. */
  language: string | null;
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
  /** The restream target it is about, which may have been removed. */
  restream_id: Generated<number | null>;
  /** Lower-case text for search. */
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

/** A link with which a guest publishes to a livestream. */
export interface StreamGuestLinksTable {
  id: GeneratedAlways<number>;
  stream_id: number;
  /** Whom it is for. */
  name: string;
  /** SHA-256 of its token. */
  token_hash: Buffer;
  ends_at: GivenTimestamp;
  /** When someone published with it last. */
  used_at: OptionalTimestamp;
  created_at: Timestamp;
}

/** Time in which a restream target was connected. */
export interface RestreamSpansTable {
  id: GeneratedAlways<number>;
  restream_id: number;
  stream_id: number;
  project_id: number;
  testing: boolean;
  started_at: GivenTimestamp;
  /** The last moment at which it was known to be connected. */
  ended_at: GivenTimestamp;
}

export interface StreamHostsTable {
  host: string;
  /** URL where the edge reads live media, without a trailing slash. */
  url: string;
  pid: number;
  /** Full ladders (360p, 720p and 1080p of 1080p30) it can encode in real time; null until measured. */
  ladders: number | null;
  /** Full ladders being encoded; smaller ladders count as fractions. */
  ladders_used: Generated<number>;
  /** The CPU and encoder of the measurement; it is repeated when they change. */
  measured_with: string | null;
  /** It is taken out of service: others take what it has without a publisher. */
  draining: Generated<boolean>;
  seen_at: Timestamp;
}
