import { composed } from "@kinora/domain/composed.ts";
import { LADDER_PRESETS } from "@kinora/domain/transcoding/ladder-presets.ts";
import { HDR_RANGES, PICTURE_CODECS } from "@kinora/domain/transcoding/picture-codecs.ts";
import { UPLOAD_SOURCES } from "@kinora/domain/uploads/uploads.ts";
import { TAG_NAME_MAX, VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import {
  REFERENCE_ID_MAX,
  METADATA_KEY_MAX,
  METADATA_MAX,
  METADATA_VALUE_MAX,
} from "@kinora/domain/videos/video-details.ts";
import { VIDEO_DESCRIPTION_MAX, VIDEO_STATUSES, VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import {
  id,
  line,
  message,
  moment,
  named,
  pageQuery,
  paginationShape,
  person,
  readVersion,
  version,
} from "../shapes.ts";
import { caption } from "./captions.ts";
import { chapter } from "./chapters.ts";
import { poster } from "./posters.ts";
import { schedule } from "./schedule.ts";
import { videoFilterFields, videoLists, videoSort } from "./video-filter.ts";

export const failure = z.object({ code: z.string(), message: z.string(), retryable: z.boolean() });

/** Why the operator took a video down: `reason` is for the account, `message` for viewers. */
export const takedown = z.object({ reason: z.string(), message: z.string(), at: z.iso.datetime() });

export const video = z.object({
  id: z.number(),
  hash: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(VIDEO_STATUSES),
  error: failure.nullable(),
  published: z.boolean(),
  /** Set while the operator has taken it down: nobody can play it, and it cannot be published. */
  taken_down: takedown.nullable(),
  playable: z.boolean(),
  /** No version plays yet, but the uploaded file does, even while it arrives: what is published plays for viewers too. */
  plays_upload: z.boolean(),
  /** Poster URLs by resolution; the console falls back 1440p, 1080p, 720p, 360p (spec §3). */
  image_urls: z.record(z.string(), z.string()),
  category: named.nullable(),
  tags: z.array(named),
  file_id: z.string().nullable(),
  file_name: z.string(),
  /** Percent of the bytes that have arrived, 0–100; null once they all have. */
  upload_progress: z.number().nullable(),
  /** Percent of the transcode, 0–100; null when none is under way. */
  progress: z.number().nullable(),
  /** Seconds left, the wait in the queue included; null when unknown. */
  eta: z.number().nullable(),
  /** 1 is next; null unless in queue. */
  queue_position: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** A sound without a picture, such as music or a podcast: its cover or its waveform is shown. */
  sound_only: z.boolean(),
  /** Bytes stored for this video, source and renditions. */
  size_bytes: z.number(),
  /** The labels of finished renditions, lowest first. */
  resolutions: z.array(z.string()),
  /** Present when asked for by `with[]=user`. */
  user: person.nullable().optional(),
  /** WebVTT of small pictures for a preview that moves, for who may see the video; null until it is made, or where it was switched off. */
  storyboard_url: z.string().nullable(),
  /** What is known about the uploaded file. Present when asked for by `with[]=facts`. */
  facts: z
    .object({
      /** ffmpeg's name; null until the file was probed. */
      codec: z.string().nullable(),
      frame_rate: z.number().nullable(),
      /** How the file came in; null when that is not known any more. */
      source: z.enum(UPLOAD_SOURCES).nullable(),
    })
    .optional(),
  /** In a search, where what was searched for is said first: seconds from the beginning, and the words around it. */
  said: z.object({ start: z.number(), text: z.string(), language: z.string() }).optional(),
  created_at: moment,
  updated_at: moment,
  published_at: moment.nullable(),
  completed_at: moment.nullable(),
  /** In the trash only. */
  deleted_at: moment.optional(),
  /** In the trash only: from then on it cannot be taken back. */
  purge_at: moment.optional(),
});

export const rendition = z.object({
  id: z.number(),
  kind: z.enum(["video", "audio", "source"]),
  label: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Of the picture; null for sound. */
  codec: z.enum(PICTURE_CODECS).nullable(),
  /** The curve of its HDR; null for SDR and for sound. */
  hdr: z.enum(HDR_RANGES).nullable(),
  /** As RFC 6381 names it. */
  codecs: z.string().nullable(),
  /** Of a sound: BCP 47, what its source calls it, and whether it describes the picture, too. */
  language: z.string().nullable(),
  title: z.string().nullable(),
  describes_pictures: z.boolean(),
  frame_rate: z.number().nullable(),
  bitrate_average: z.number().nullable(),
  size_bytes: z.number(),
  state: z.enum(["queued", "processing", "complete", "failed", "cancelled"]),
  /** Percent of its segments, 0–99; null when it is not being made. */
  progress: z.number().nullable(),
  /** The source's own picture, cut at its key frames and not encoded. */
  copied: z.boolean(),
  /** How like its source a sample of it is, 0–1 (structural similarity); null until measured. */
  ssim: z.number().nullable(),
  /** Wall time of the encoder; renditions encoded together share it. */
  encode_seconds: z.number().nullable(),
  /** A download of this rendition as MP4, once it is complete; works for who asked, published or not. */
  mp4_url: z.string().nullable(),
  /** The same for everyone once the video is published. */
  public_mp4_url: z.string().nullable(),
  /** The rendition's own playlist for everyone once the video is published: picture or sound alone. */
  public_hls_url: z.string().nullable(),
});

const metadataPair = z.object({ key: z.string(), value: z.string() });

export const videoDetail = video.extend({
  project_id: z.number(),
  reference_id: z.string().nullable(),
  /** BCP 47. */
  language: z.string().nullable(),
  metadata: z.array(metadataPair),
  /** How often its meta data was saved. */
  details_version: version,
  chapters: z.array(chapter),
  captions: z.array(caption),
  /** Captions within its pictures, by the names of playlists: `CC1`–`CC4` and `SERVICE1`–`SERVICE63`; null where that is not known. */
  closed_captions: z.array(z.string()).nullable(),
  poster,
  schedule,
  /** The project's time zone, an IANA name. */
  time_zone: z.string(),
  /** The preset of rungs it was uploaded with; null: its project's own resolutions. */
  ladder_preset: z.enum(LADDER_PRESETS).nullable(),
  /** Bytes by what they are for; together they are `size_bytes`. */
  storage: z.object({ original_bytes: z.number(), renditions_bytes: z.number(), extra_bytes: z.number() }),
  source: z.object({
    file_name: z.string(),
    size_bytes: z.number().nullable(),
    sha256: z.string().nullable(),
    /** What was found in the file; null until it was probed. */
    facts: z
      .object({
        container: z.string(),
        /** Null for a sound without a picture. */
        video_codec: z.string().nullable(),
        audio_codec: z.string().nullable(),
        /** Frames per second; null for a sound without a picture. */
        frame_rate: z.number().nullable(),
        /** Bits per second over all tracks. */
        bitrate: z.number(),
        /** Tracks of the file that are neither seen nor heard; a `still` is one picture, such as a cover. */
        left_out: z.array(
          z.object({ kind: z.enum(["video", "still", "audio"]), codec: z.string(), language: z.string().nullable() }),
        ),
      })
      .nullable(),
  }),
  renditions: z.array(rendition),
  /** Why all of them are encoded although a conformant source was to be copied; null when one is, or none was to be. */
  encoded_because: z.string().nullable(),
  /** Labels of rungs the project's ladder gives this video that it does not have. */
  missing_rungs: z.array(z.string()),
  /** Renditions that were left out because they look like one above, the highest first. */
  similar_rungs: z.array(
    z.object({
      label: z.string(),
      above: z.string(),
      /** How like, 0–1 (structural similarity of the parts that differ the most). */
      similarity: z.number(),
    }),
  ),
  /** What is being made beside what plays, or why that did not work; null when there is neither. */
  work: z
    .object({
      state: z.enum(["queued", "running", "failed", "cancelled"]),
      failure: failure.nullable(),
      /** The last lines the tool said before it failed, up to 20. */
      log: z.array(z.string()),
      /** Named when they are not the renditions above. */
      renditions: z.array(rendition),
    })
    .nullable(),
  /** Where people find the video once it is published: by the project's pattern, or its share page. */
  published_url: z.string(),
  /** The master playlist, for everyone once the video is published. */
  hls_url: z.string(),
  /** The DASH manifest, likewise; it exists once a rendition and its sound are complete. */
  dash_url: z.string(),
  embed: z.object({ title: z.string(), hash: z.string(), script: z.string(), iframe: z.string(), link: z.string() }),
  /** The embed page with a short-lived token: it plays for who may see the video here, published or not. */
  preview_url: z.string(),
});

/**
 * A page of videos. `more`: a filtered list has more videos than the 1,000 that are counted, and no page of it lies beyond those. A
 * project's list without filters is counted exactly and has every page.
 */
export const videoPage = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), pagination: paginationShape.extend({ more: z.boolean() }) });

export const listVideos = operation(holds("video_view", "project", "video_add"))
  .route({
    method: "GET",
    path: "/projects/{id}/videos",
    tags: ["Videos"],
    summary: "One of a project's lists: completed, inprogress, recent, failed or trash.",
  })
  .input(
    z.object({
      id,
      type: videoLists.default("completed"),
      ...pageQuery,
      ...videoFilterFields,
      /** Left out: the latest first, in the trash the latest deleted. */
      sort: videoSort.optional(),
      /** As `sort=created` and `sort=-created` (spec §7). */
      sort_order: z.enum(["asc", "desc"]).default("desc"),
      with: z.array(z.enum(["user", "facts"])).optional(),
    }),
  )
  .output(videoPage(video));

export const getVideo = operation(holds("video_view", "video", "video_add"))
  .route({
    method: "GET",
    path: "/videos/{id}",
    tags: ["Videos"],
    summary: "One video with its renditions and embed codes.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: videoDetail }));

export const updateVideo = operation(holds("video_edit", "video"))
  .route({ method: "PUT", path: "/videos/{id}", tags: ["Videos"], summary: "Changes a video's meta data." })
  .input(
    z.object({
      id,
      details_version: readVersion,
      title: line("Title", VIDEO_TITLE_MAX),
      /** Left out, it stays. */
      description: z
        .string()
        .overwrite(composed)
        .trim()
        .max(VIDEO_DESCRIPTION_MAX, `Description can have up to ${VIDEO_DESCRIPTION_MAX} characters.`)
        .optional(),
      category_id: z.number().int().positive().nullish(),
      /** Tags by name; names the project does not have yet are added to it by those who may. Left out, they stay. */
      tags: z
        .array(line("Tag name", TAG_NAME_MAX).regex(/^[^,;]*$/, "Tag name cannot contain commas."))
        .max(VIDEO_TAGS_MAX, `A video can have up to ${VIDEO_TAGS_MAX} tags.`)
        .optional(),
      /** The owner's own id of the video, unique in the project. */
      reference_id: z
        .string()
        .trim()
        .max(REFERENCE_ID_MAX, `The reference id can have up to ${REFERENCE_ID_MAX} characters.`)
        .nullish(),
      language: z.string().trim().max(35, "Choose a language.").nullish(),
      metadata: z
        .array(
          z.object({
            key: line("Key", METADATA_KEY_MAX),
            value: z
              .string()
              .trim()
              .max(METADATA_VALUE_MAX, `A value can have up to ${METADATA_VALUE_MAX} characters.`),
          }),
        )
        .max(METADATA_MAX, `A video can have up to ${METADATA_MAX} keys.`)
        .optional(),
    }),
  )
  .output(message.extend({ data: video.extend({ details_version: version }) }));

export const publishVideo = operation(holds("video_publish", "video"))
  .route({
    method: "PATCH",
    path: "/videos/{id}/publish",
    tags: ["Videos"],
    summary: "Shows or hides a video on its public pages.",
  })
  .input(z.object({ id, published: z.boolean() }))
  .output(message.extend({ data: video }));

export const deleteVideo = operation(holds("video_delete", "video"))
  .route({
    method: "DELETE",
    path: "/videos/{id}",
    tags: ["Videos"],
    summary: "Deletes a video; it stops playing at once.",
  })
  .input(z.object({ id }))
  .output(
    message.extend({
      /** It waits in the trash and can be taken back. */
      restorable: z.boolean(),
    }),
  );
