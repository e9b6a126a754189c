import { LADDER_PRESETS, RUNG_HEIGHTS } from "@kinora/domain/transcoding/ladder-presets.ts";
import { FURTHER_CODECS } from "@kinora/domain/transcoding/picture-codecs.ts";
import { AUDIO_KBPS, LADDER_FPS } from "@kinora/domain/transcoding/project-ladder.ts";
import { PRESET_NAME_MAX, SAVED_PRESETS_MAX } from "@kinora/domain/transcoding/saved-presets.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment } from "../shapes.ts";

const rungs = z
  .array(
    z.object({
      height: z.literal(RUNG_HEIGHTS),
      enabled: z.boolean(),
      crf: z.number(),
      max_bitrate_kbps: z.number(),
      /** Made in these besides H.264. */
      codecs: z.array(z.enum(FURTHER_CODECS)).max(FURTHER_CODECS.length).default([]),
    }),
  )
  .max(RUNG_HEIGHTS.length);

export const ladderShape = {
  /** One per height, lowest first. */
  rungs,
  max_fps: z.literal(LADDER_FPS),
  audio_kbps: z.literal(AUDIO_KBPS),
  /** Each audio track is made at 64 kbit/s as well, for rungs of up to 360p. */
  low_audio: z.boolean().default(false),
  /** Sounds with 5.1 or 7.1 channels are made in 5.1 as well, beside stereo. */
  surround: z.boolean().default(false),
  /** A progressive MP4 of every rung. */
  mp4: z.boolean(),
  /** A source every player can decode is copied for the rung of its own size instead of being encoded. */
  remux: z.boolean(),
  /** Sources with more kilobits per second of picture are encoded anyway. */
  remux_max_kbps: z.number(),
  /** Resolutions between the lowest and the highest are left out of a video where they look like the one above. */
  drop_similar: z.boolean().default(false),
  /** HDR uploads keep HDR in HEVC and AV1; H.264 is SDR for the screens of all. */
  keep_hdr: z.boolean().default(false),
};

export const savedPreset = z.object({
  name: line("Name", PRESET_NAME_MAX),
  rungs,
  max_fps: z.literal(LADDER_FPS),
  audio_kbps: z.literal(AUDIO_KBPS),
});

const savedPresets = z
  .array(savedPreset)
  .max(SAVED_PRESETS_MAX, `A project can have up to ${SAVED_PRESETS_MAX} presets. Delete one first.`);

export const ladderRun = z.object({
  id: z.number(),
  state: z.enum(["running", "complete", "cancelled"]),
  /** Videos the run goes through. */
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  /** Videos whose original is gone or that were deleted meanwhile. */
  skipped: z.number(),
  created_at: moment,
  finished_at: moment.nullable(),
});

const projectLadder = z.object({
  ...ladderShape,
  preset: z.enum(LADDER_PRESETS).nullable(),
  /** Ladders that the project keeps under names. */
  presets: savedPresets,
  /** Null while the project has the ladder of an untouched installation. */
  updated_at: moment.nullable(),
  /** Days originals are kept after their renditions are made; null when they are kept. */
  source_retention_days: z.number().nullable(),
  /** How fast this installation transcoded ladders by their top rung, in media seconds per second. */
  history: z.array(z.object({ label: z.string(), speed: z.number(), samples: z.number() })),
  /** What the codecs besides H.264 take, by the project's own videos. */
  codecs: z.array(
    z.object({
      codec: z.enum(FURTHER_CODECS),
      /** Whether this server has the encoder. */
      available: z.boolean(),
      /** By videos with renditions of one height in H.264 and in the codec; null without any. */
      measured: z
        .object({
          videos: z.number(),
          /** Their bytes as a share of those of H.264. */
          bytes_share: z.number(),
          /** The time of their encoding as a multiple of the ladder's in H.264. */
          time_share: z.number(),
        })
        .nullable(),
    }),
  ),
  /** The newest run over videos that were there before, if there was one. */
  run: ladderRun.nullable(),
});

export const getLadder = operation(holds("resolutions_view", "project", "resolutions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/resolutions",
    tags: ["Resolutions"],
    summary: "The ladder of a project's new uploads.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: projectLadder }));

export const saveLadder = operation(holds("resolutions_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/resolutions",
    tags: ["Resolutions"],
    summary: "Changes the ladder of a project's new uploads; what is there stays as it is.",
  })
  .input(
    z.object({
      project_id: id,
      ...ladderShape,
      /** Left out, they stay. */
      presets: savedPresets.optional(),
    }),
  )
  .output(message.extend({ data: projectLadder }));

export const applyLadder = operation(holds("resolutions_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/resolutions/runs",
    tags: ["Resolutions"],
    successStatus: 202,
    summary: "Transcodes the videos a project has already with its ladder, a few at a time.",
  })
  .input(z.object({ project_id: id }))
  .output(message.extend({ data: ladderRun }));

export const cancelLadderRun = operation(holds("resolutions_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/resolutions/runs/cancel",
    tags: ["Resolutions"],
    summary: "Stops going through the videos; what is being transcoded finishes.",
  })
  .input(z.object({ project_id: id }))
  .output(message.extend({ data: ladderRun.nullable() }));
