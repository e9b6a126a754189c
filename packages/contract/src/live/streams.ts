import { composed } from "@kinora/domain/composed.ts";
import { ON_AIR_SOURCES, SWITCH_SOURCES } from "@kinora/domain/live/on-air.ts";
import { STREAM_STATES } from "@kinora/domain/live/stream-states.ts";
import {
  DVR_MINUTES,
  RECONNECT_SECONDS,
  SECOND_PUBLISHERS,
  STREAM_DESCRIPTION_MAX,
  STREAM_LADDERS,
  STREAM_LATENCIES,
  STREAM_NAME_MAX,
  STREAM_TYPES,
  STREAMS_MAX,
} from "@kinora/domain/live/streams.ts";
import { TAG_NAME_MAX, VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import {
  dayOrMoment,
  id,
  line,
  message,
  moment,
  named,
  pageQuery,
  paginationShape,
  readVersion,
  version,
} from "../shapes.ts";

/** What an encoder sends, as it was found in its bytes. */
export const streamIngest = z.object({
  video_codec: z.string().nullable(),
  audio_codec: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Frames per second. */
  frame_rate: z.number().nullable(),
  bitrate_kbps: z.number().nullable(),
  /** Seconds between keyframes. */
  keyframe_seconds: z.number().nullable(),
  /** Mean audio level in dBFS, measured while a snapshot is requested. */
  audio_level_db: z.number().nullable().default(null),
  /** The program that publishes, as it names itself. */
  encoder: z.string().nullable(),
  /** Sentences about tracks that viewers do not get. */
  left_out_tracks: z.array(z.string()).default([]),
});

export const stream = z.object({
  id: z.number(),
  hash: z.string(),
  name: z.string(),
  description: z.string(),
  category: named.nullable(),
  tags: z.array(named),
  state: z.enum(STREAM_STATES),
  /** What people read for the state (spec §4). */
  label: z.string(),
  type: z.enum(STREAM_TYPES),
  ladder: z.enum(STREAM_LADDERS),
  latency: z.enum(STREAM_LATENCIES),
  low_delay: z.boolean(),
  automatic_captions: z.boolean(),
  dvr_minutes: z.number(),
  reconnect_seconds: z.number(),
  second_publisher: z.enum(SECOND_PUBLISHERS),
  record: z.boolean(),
  /** Recordings are published by themselves once they are complete. */
  record_publish: z.boolean(),
  enabled: z.boolean(),
  paused: z.boolean(),
  /** What viewers are shown. */
  on_air: z.enum(ON_AIR_SOURCES),
  /** The source the user put on air; `live` is the encoder or its fallback. */
  switched_to: z.enum(SWITCH_SOURCES),
  /** Whether its loop has a video that can be played. */
  can_loop: z.boolean(),
  /** The built-in test picture is publishing, or about to. */
  testing: z.boolean(),
  /** Null while no encoder publishes. */
  ingest: streamIngest.nullable(),
  viewers: z.number(),
  recording: z.boolean(),
  /** When the recording that runs was begun; null without one. */
  recording_since: moment.nullable(),
  restreams: z.object({ total: z.number(), connected: z.number() }),
  /** When the session that is open began; null without one. */
  started_at: moment.nullable(),
  last_live_at: moment.nullable(),
  created_at: moment,
});

export const streamDetail = stream.extend({
  project_id: z.number(),
  version,
  /** When it is announced to begin, shown in the project's time zone. */
  start_at: moment.nullable(),
  time_zone: z.string(),
  /** The installation has a speech engine, and the project allows automatic captions. */
  captions_available: z.boolean(),
  /** Addresses of its own pictures; null where it has the one every livestream has. */
  pictures: z.object({
    paused: z.string().nullable(),
    offline: z.string().nullable(),
    countdown: z.string().nullable(),
  }),
  /** Where encoders publish to; the key goes beside it. */
  rtmp_url: z.string(),
  /** The same over TLS; null where the live host has no certificate. */
  rtmps_url: z.string().nullable(),
  /** Where encoders publish to over SRT, with the key as the Stream ID; null where the live host does not take it. */
  srt_url: z.string().nullable(),
  /** Where browsers and encoders publish to by WHIP (RFC 9725), with the key as a bearer token; null where it is switched off. */
  whip_url: z.string().nullable(),
  /** The session that is open; null without one. */
  session_id: z.number().nullable(),
  /** When the ad break in progress ends; null without one. */
  ad_break_until: moment.nullable(),
  /** Whether Kinora's player may have ads for an ad break: a schedule or a player of the project has ads on cue. */
  ads_on_cue: z.boolean(),
  embed: z.object({ script: z.string(), iframe: z.string(), link: z.string() }),
  /** The page that plays it. */
  player_url: z.string(),
  /** The same page with a pass of the caller's, for previews: no restriction holds there, and nobody is counted. */
  preview_url: z.string(),
  /** The master playlist. */
  playlist_url: z.string(),
});

/** What people set on a livestream; what is left out is as on a new one. */
export const streamSettings = z.object({
  name: line("Name", STREAM_NAME_MAX),
  description: z
    .string()
    .overwrite(composed)
    .trim()
    .max(STREAM_DESCRIPTION_MAX, `Description can have up to ${STREAM_DESCRIPTION_MAX} characters.`)
    .default(""),
  category_id: z.number().int().positive().nullable().default(null),
  /** Tags by name; names the project does not have yet are added to it by those who may. */
  tags: z
    .array(line("Tag name", TAG_NAME_MAX).regex(/^[^,;]*$/, "Tag name can not contain commas."))
    .max(VIDEO_TAGS_MAX, `A stream can have up to ${VIDEO_TAGS_MAX} tags.`)
    .default([]),
  type: z.enum(STREAM_TYPES).default("permanent"),
  ladder: z.enum(STREAM_LADDERS).default("passthrough"),
  latency: z.enum(STREAM_LATENCIES).default("normal"),
  /** Whether players watch over WebRTC where they can, with less delay, and else the playlists. */
  low_delay: z.boolean().default(false),
  /** Whether captions are created from speech while it is on air; needs a speech engine and a project that allows automatic captions. */
  automatic_captions: z.boolean().default(false),
  dvr_minutes: z
    .number()
    .int()
    .min(DVR_MINUTES.min, "The DVR window can not be negative.")
    .max(DVR_MINUTES.max, `The DVR window can have up to ${DVR_MINUTES.max} minutes.`)
    .default(0),
  reconnect_seconds: z
    .number()
    .int()
    .min(RECONNECT_SECONDS.min, "The reconnect window can not be negative.")
    .max(RECONNECT_SECONDS.max, `The reconnect window can have up to ${RECONNECT_SECONDS.max} seconds.`)
    .default(RECONNECT_SECONDS.default),
  second_publisher: z.enum(SECOND_PUBLISHERS).default("refuse"),
  record: z.boolean().default(false),
  record_publish: z.boolean().default(false),
});

export type StreamSettings = z.output<typeof streamSettings>;

/** When its pages count down to, and a complete video, or a playlist, that plays before it is live and when the encoder is lost. */
const beginnings = {
  start_at: moment.nullable().default(null),
  loop_video_id: id.nullable().default(null),
  loop_playlist_id: id.nullable().default(null),
};

const answer = message.extend({ data: streamDetail });

export const listStreams = operation(holds("streams_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/streams",
    tags: ["Live"],
    summary: "The livestreams of a project.",
  })
  .input(
    z.object({
      project_id: id,
      ...pageQuery,
      /** Text in the name or the hash. */
      search: z.string().overwrite(composed).trim().max(200).nullish(),
      state: z.array(z.enum(STREAM_STATES)).max(STREAM_STATES.length).optional(),
      /** Whether a recording of it runs. */
      recording: z.enum(["true", "false"]).optional(),
      /** Whether it is sent on to anywhere. */
      restream: z.enum(["true", "false"]).optional(),
      /** Days or moments of its making. */
      from: dayOrMoment,
      to: dayOrMoment,
      sort: z.enum(["name", "created_at", "last_live_at"]).default("created_at"),
      sort_order: z.enum(["asc", "desc"]).default("desc"),
    }),
  )
  .output(z.object({ data: z.array(stream), pagination: paginationShape }));

export const createStream = operation(holds("streams_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/streams",
    tags: ["Live"],
    successStatus: 201,
    summary: `Creates a livestream with a key of its own; a project can have ${STREAMS_MAX}.`,
  })
  .input(
    z
      .object({ project_id: id, ...streamSettings.shape, ...beginnings })
      .refine(({ loop_video_id: video, loop_playlist_id: playlist }) => video === null || playlist === null, {
        message: "Choose a video or a playlist for the loop, not both.",
        path: ["loop_playlist_id"],
      }),
  )
  .output(answer);

export const getStream = operation(holds("streams_view", "stream"))
  .route({ method: "GET", path: "/streams/{id}", tags: ["Live"], summary: "One livestream with its embed codes." })
  .input(z.object({ id }))
  .output(z.object({ data: streamDetail }));

export const updateStream = operation(holds("streams_manage", "stream"))
  .route({
    method: "PUT",
    path: "/streams/{id}",
    tags: ["Live"],
    summary: "Changes a livestream; ladder and latency hold from the next session on.",
  })
  .input(z.object({ id, version: readVersion, ...streamSettings.shape }))
  .output(answer);

export const duplicateStream = operation(holds("streams_manage", "stream"))
  .route({
    method: "POST",
    path: "/streams/{id}/duplicate",
    tags: ["Live"],
    successStatus: 201,
    summary: "Makes another livestream with the same settings and a key of its own; restream targets are not copied.",
  })
  .input(z.object({ id }))
  .output(answer);

export const setStreamEnabled = operation(holds("streams_manage", "stream"))
  .route({
    method: "PATCH",
    path: "/streams/{id}/enabled",
    tags: ["Live"],
    summary: "Enables or disables a livestream; disabling ends its session.",
  })
  .input(z.object({ id, enabled: z.boolean() }))
  .output(answer);

export const deleteStream = operation(holds("streams_manage", "stream"))
  .route({
    method: "DELETE",
    path: "/streams/{id}",
    tags: ["Live"],
    summary: "Deletes a livestream for good and ends its session; its recordings stay in the library.",
  })
  .input(z.object({ id }))
  .output(message);

export const revealStreamKey = operation(holds("streams_key_view", "stream"), { proof: "keys" })
  .route({
    method: "POST",
    path: "/streams/{id}/key/reveal",
    tags: ["Live"],
    summary: "The stream key; every look is in the audit log.",
  })
  .input(z.object({ id }))
  .output(z.object({ key: z.string() }));

export const rotateStreamKey = operation(holds("streams_manage", "stream"))
  .route({
    method: "POST",
    path: "/streams/{id}/key/rotate",
    tags: ["Live"],
    summary: "Gives a livestream another key; the old one is refused at once and the current session ends.",
  })
  .input(z.object({ id }))
  .output(message);

export const getLiveCapacity = operation(holds("streams_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/live/capacity",
    tags: ["Live"],
    summary: "How many livestreams are on air and how much more this host can encode.",
  })
  .input(z.object({ project_id: id }))
  .output(
    z.object({
      data: z.object({
        /** Sessions of this project that are open. */
        live_now: z.number(),
        /** Full ladders (360p, 720p and 1080p) being encoded on the host, of all projects; smaller ones are a part of one. */
        ladders_running: z.number(),
        /** How many full ladders the host can encode in real time; null until it was measured. */
        ladders_possible: z.number().nullable(),
        /** Whether a live host runs: without it no encoder can publish. */
        available: z.boolean(),
      }),
    }),
  );
