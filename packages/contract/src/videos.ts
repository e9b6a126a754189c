import { z } from "zod";
import { VIDEO_DESCRIPTION_MAX, VIDEO_STATUSES, VIDEO_TITLE_MAX } from "@kinora/domain/videos.ts";
import { holds, operation } from "./access.ts";
import { id, line, message, moment, pageQuery, paginationShape, person } from "./shapes.ts";

export const failure = z.object({ code: z.string(), message: z.string(), retryable: z.boolean() });

export const video = z.object({
  id: z.number(),
  hash: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(VIDEO_STATUSES),
  error: failure.nullable(),
  published: z.boolean(),
  playable: z.boolean(),
  /** Poster URLs by resolution; the console falls back 1440p, 1080p, 720p, 360p (spec §3). */
  image_urls: z.record(z.string(), z.string()),
  category: z.object({ id: z.number(), name: z.string() }).nullable(),
  tags: z.array(z.object({ id: z.number(), name: z.string() })),
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
  /** Bytes stored for this video, source and renditions. */
  size_bytes: z.number(),
  /** The labels of finished renditions, lowest first. */
  resolutions: z.array(z.string()),
  /** Present when asked for by `with[]=user`. */
  user: person.nullable().optional(),
  created_at: moment,
  updated_at: moment,
  completed_at: moment.nullable(),
});

export const rendition = z.object({
  id: z.number(),
  kind: z.enum(["video", "audio", "source"]),
  label: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  codecs: z.string().nullable(),
  frame_rate: z.number().nullable(),
  bitrate_average: z.number().nullable(),
  size_bytes: z.number(),
  state: z.enum(["queued", "processing", "complete", "failed"]),
  /** A download of this rendition as MP4, once it is complete. */
  mp4_url: z.string().nullable(),
});

export const videoDetail = video.extend({
  project_id: z.number(),
  source: z.object({ file_name: z.string(), size_bytes: z.number().nullable(), sha256: z.string().nullable() }),
  renditions: z.array(rendition),
  embed: z.object({ title: z.string(), hash: z.string(), script: z.string(), iframe: z.string(), link: z.string() }),
  /** The embed page with a short-lived token: it plays for who may see the video here, published or not. */
  preview_url: z.string(),
});

export const listVideos = operation(holds("video_view", "project", "video_add"))
  .route({
    method: "GET",
    path: "/projects/{id}/videos",
    tags: ["Videos"],
    summary: "One of a project's lists: completed, inprogress or recent.",
  })
  .input(
    z.object({
      id,
      type: z.enum(["completed", "inprogress", "recent"]).default("completed"),
      ...pageQuery,
      sort_order: z.enum(["asc", "desc"]).default("desc"),
      search: z.string().trim().max(200).nullish(),
      published: z.enum(["true", "false"]).optional(),
      with: z.array(z.enum(["user"])).optional(),
    }),
  )
  .output(z.object({ data: z.array(video), pagination: paginationShape }));

export const getVideo = operation(holds("video_view", "video", "video_add"))
  .route({ method: "GET", path: "/videos/{id}", tags: ["Videos"], summary: "One video with its renditions and embed codes." })
  .input(z.object({ id }))
  .output(z.object({ data: videoDetail }));

export const updateVideo = operation(holds("video_edit", "video"))
  .route({ method: "PUT", path: "/videos/{id}", tags: ["Videos"], summary: "Changes a video's meta data." })
  .input(
    z.object({
      id,
      title: line("Title", VIDEO_TITLE_MAX),
      description: z.string().trim().max(VIDEO_DESCRIPTION_MAX, `Description can have up to ${VIDEO_DESCRIPTION_MAX} characters.`),
      category_id: z.number().int().positive().nullish(),
    }),
  )
  .output(message.extend({ data: video }));

export const publishVideo = operation(holds("video_publish", "video"))
  .route({ method: "PATCH", path: "/videos/{id}/publish", tags: ["Videos"], summary: "Shows or hides a video on its public pages." })
  .input(z.object({ id, published: z.boolean() }))
  .output(message.extend({ data: video }));

export const deleteVideo = operation(holds("video_delete", "video"))
  .route({ method: "DELETE", path: "/videos/{id}", tags: ["Videos"], summary: "Deletes a video; it stops playing at once." })
  .input(z.object({ id }))
  .output(message);
