import { ON_AIR_SOURCES } from "@kinora/domain/live/on-air.ts";
import { STREAM_STATES } from "@kinora/domain/live/stream-states.ts";
import { RESTREAM_STATES } from "@kinora/domain/live/streams.ts";
import type { RestreamPush, StreamStatePush, StreamStatsPush } from "@kinora/domain/realtime.ts";
import { LIVE_CAPTIONS_STATES } from "@kinora/domain/speech/live-captions.ts";

type Fields = Record<string, unknown>;

const fieldsOf = (data: unknown): Fields | null =>
  typeof data === "object" && data !== null && "id" in data && typeof data.id === "number" ? { ...data } : null;

const number = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** Reads a pushed state of `live_channel_{id}`; null when it is none. */
export function streamState(data: unknown): StreamStatePush | null {
  const fields = fieldsOf(data);
  const state = STREAM_STATES.find((known) => known === fields?.["state"]);
  const label = text(fields?.["label"]);
  if (fields === null || state === undefined || label === null) return null;
  const onAir = ON_AIR_SOURCES.find((known) => known === fields["on_air"]) ?? "nothing";
  return { id: Number(fields["id"]), state, label, paused: fields["paused"] === true, on_air: onAir };
}

/** Reads what is pushed each second about a livestream's health; null when it is none. */
export function streamStats(data: unknown): StreamStatsPush | null {
  const fields = fieldsOf(data);
  const viewers = number(fields?.["viewers"]);
  const uptime = number(fields?.["uptime_seconds"]);
  if (fields === null || viewers === null || uptime === null) return null;
  return {
    id: Number(fields["id"]),
    video_codec: text(fields["video_codec"]),
    audio_codec: text(fields["audio_codec"]),
    width: number(fields["width"]),
    height: number(fields["height"]),
    frame_rate: number(fields["frame_rate"]),
    bitrate_kbps: number(fields["bitrate_kbps"]),
    keyframe_seconds: number(fields["keyframe_seconds"]),
    audio_level_db: number(fields["audio_level_db"]),
    encoder: text(fields["encoder"]),
    left_out_tracks: texts(fields["left_out_tracks"]),
    encode_speed: number(fields["encode_speed"]),
    delay_seconds: number(fields["delay_seconds"]),
    segment_seconds: number(fields["segment_seconds"]),
    left_out: texts(fields["left_out"]),
    viewers,
    latency_seconds: number(fields["latency_seconds"]),
    rebuffer_percent: number(fields["rebuffer_percent"]),
    captions: LIVE_CAPTIONS_STATES.find((known) => known === fields["captions"]) ?? null,
    uptime_seconds: uptime,
  };
}

/** Reads how a restream target stands now; null when it is no such push. */
export function restreamState(data: unknown): RestreamPush | null {
  const fields = fieldsOf(data);
  const state = RESTREAM_STATES.find((known) => known === fields?.["state"]);
  const stream = number(fields?.["stream_id"]);
  if (fields === null || state === undefined || stream === null) return null;
  return {
    id: Number(fields["id"]),
    stream_id: stream,
    state,
    detail: text(fields["detail"]) ?? "",
    attempts: number(fields["attempts"]) ?? 0,
    sent_kbps: number(fields["sent_kbps"]),
  };
}
