import type { Span } from "@kinora/domain/speech/chunks.ts";
import type { HeardWord } from "@kinora/domain/speech/heard.ts";
import type { TranscriptionState } from "@kinora/domain/speech/settings.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { Json, OptionalTimestamp, Timestamp } from "./columns.ts";

/** One recognition of the speech of a video's version. */
interface TranscriptionsTable {
  id: GeneratedAlways<number>;
  video_id: number;
  project_id: number;
  account_id: number;
  version: number;
  state: Generated<TranscriptionState>;
  /** What is spoken, as asked; null: the engine detects it. */
  language: string | null;
  detected_language: string | null;
  /** Viewers get the captions at once. */
  published: boolean;
  attempts: Generated<number>;
  failure: Json<VideoFailure | null>;
  /** 0–1. */
  progress: Generated<number>;
  sound_seconds: Generated<number>;
  /** Time the engine took. */
  engine_seconds: Generated<number>;
  /** Null: the project has them made always. */
  requested_by: number | null;
  /** What came of it; null when nothing was said. */
  captions_id: number | null;
  queued_at: Timestamp;
  started_at: OptionalTimestamp;
  finished_at: OptionalTimestamp;
}

/** A piece of a video's sound, cut at silences. Times count from the beginning of the sound. */
interface TranscriptionChunksTable {
  transcription_id: number;
  chunk: number;
  start_ms: number;
  end_ms: number;
  /** Within it, counted from its beginning. */
  silences: JSONColumnType<Span[]>;
  /** Null until it is recognised. */
  words: Json<HeardWord[] | null>;
}

/** What was transcribed of a video, or of a livestream in an hour; stays when that is deleted: what bills are made from. */
interface TranscriptionRecordsTable {
  id: GeneratedAlways<number>;
  transcription_id: number | null;
  video_id: number | null;
  /** Of a livestream. */
  session_id: number | null;
  project_id: number;
  account_id: number;
  /** Of a livestream: when the hour began. */
  finished_at: ColumnType<Date, Date | string, Date | string>;
  sound_seconds: number;
  engine_seconds: number;
}

export interface SpeechTables {
  transcriptions: TranscriptionsTable;
  transcription_chunks: TranscriptionChunksTable;
  transcription_records: TranscriptionRecordsTable;
}
