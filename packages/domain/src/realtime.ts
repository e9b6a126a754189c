import type { OnAirSource } from "./live/on-air.ts";
import type { StreamState } from "./live/stream-states.ts";
import type { RecordingKind, RecordingState, RestreamState } from "./live/streams.ts";
import type { LiveCaptionsState } from "./speech/live-captions.ts";

/** Where a video's conversion progress is pushed (spec §4). */
export const transcodingChannel = (videoId: number) => `transcoding_channel_${videoId}`;
export const CONVERSION_PROGRESS_EVENT = "VideoConversionProgress";
/** How far the captions by machine of a video are, on the same channel. */
export const TRANSCRIPTION_CHANGED_EVENT = "TranscriptionChanged";
/** How far an uploaded audio track of a video is, on the same channel. */
export const AUDIO_TRACK_CHANGED_EVENT = "AudioTrackChanged";

/** Where changes of a project's rows are announced, so that open lists can refresh what moved. */
export const projectChannel = (projectId: number) => `project_channel_${projectId}`;
export const VIDEO_CHANGED_EVENT = "VideoChanged";
/** How far a bulk action is, on its project's channel. */
export const BULK_PROGRESS_EVENT = "BulkProgress";
/** An import of the project changed its state or finished an item, on its project's channel. */
export const IMPORT_CHANGED_EVENT = "ImportChanged";

/** A livestream of the project changed, on its project's channel. */
export const STREAM_CHANGED_EVENT = "StreamChanged";

/** Who watches the project's videos and livestreams was counted again, on its project's channel. */
export const VIEWERS_COUNTED_EVENT = "ViewersCounted";

/** The project's audit log has new entries, on its project's channel; it says nothing of them. */
export const AUDIT_WRITTEN_EVENT = "AuditWritten";

/** Where a livestream's state, its health each second and its restream targets are pushed. */
export const liveChannel = (streamId: number) => `live_channel_${streamId}`;
export const STREAM_STATE_EVENT = "StreamState";
export const STREAM_STATS_EVENT = "StreamStats";
export const RESTREAM_EVENT = "Restream";
export const RECORDING_EVENT = "Recording";

/** What `StreamState` carries. */
export interface StreamStatePush {
  id: number;
  state: StreamState;
  label: string;
  paused: boolean;
  on_air: OnAirSource;
}

/** What an encoder sends; null: unknown so far. */
export interface StreamIngest {
  video_codec: string | null;
  audio_codec: string | null;
  width: number | null;
  height: number | null;
  frame_rate: number | null;
  bitrate_kbps: number | null;
  keyframe_seconds: number | null;
  /** Mean of the sound, in decibels below the loudest there is; measured while a page subscribes. */
  audio_level_db: number | null;
  encoder: string | null;
  /** Sentences about tracks that viewers do not get. */
  left_out_tracks: string[];
}

/** What `StreamStats` carries, each second while an encoder publishes. Null: not known yet. */
export interface StreamStatsPush extends StreamIngest {
  id: number;
  /** Media seconds encoded in a second; 1 is real time. */
  encode_speed: number | null;
  /** Labels of the rungs this host has no time to encode, lowest first. */
  left_out: readonly string[];
  /** Seconds from when the newest picture viewers can have should have been there. */
  delay_seconds: number | null;
  /** How long the latest whole segment is. */
  segment_seconds: number | null;
  viewers: number;
  /** Mean seconds players are behind the newest picture; null while none reported. */
  latency_seconds: number | null;
  /** Share of the last minute that players waited for data, in percent; null while none reported. */
  rebuffer_percent: number | null;
  /** Null: it has no automatic captions. */
  captions: LiveCaptionsState | null;
  uptime_seconds: number;
}

/** What `Restream` carries. */
export interface RestreamPush {
  id: number;
  stream_id: number;
  state: RestreamState;
  detail: string;
  attempts: number;
  /** What it is sent at present; null while it is not connected, or not known yet. */
  sent_kbps: number | null;
}

/** What `Recording` carries, whenever a recording or a clip of a livestream begins or gets on. */
export interface RecordingPush {
  id: number;
  stream_id: number;
  kind: RecordingKind;
  state: RecordingState;
  /** Null until there is one. */
  video_id: number | null;
}

export type Channel = { kind: "transcoding" | "project" | "live"; id: number };

/** Reads a channel's name; null for a name no channel has. */
export function parseChannel(name: string): Channel | null {
  const match = /^(transcoding|project|live)_channel_(\d{1,15})$/.exec(name);
  if (!match) return null;
  return { kind: match[1] as Channel["kind"], id: Number(match[2]) };
}
