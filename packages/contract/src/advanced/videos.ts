import { isLongEnough } from "@kinora/domain/search-length.ts";
import { SOURCE_CHECK_STATES } from "@kinora/domain/videos/source-check.ts";
import {
  INSTALLATION_VIDEO_STATES,
  TAKEDOWN_MESSAGE_MAX,
  TAKEDOWN_REASON_MAX,
} from "@kinora/domain/videos/takedown.ts";
import { VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { id, line, message, moment, named, pageQuery, person } from "../shapes.ts";
import { video, videoPage } from "../videos/videos.ts";

/** A video of any account: what its project sees of it, and whose it is. */
export const installationVideo = video.extend({
  account: named,
  project: named,
  /** In the trash of its project, or one of its lists. */
  state: z.enum(INSTALLATION_VIDEO_STATES),
});

/** What the list of all accounts is narrowed to. */
export const installationVideoFilter = z.object({
  /** In titles, descriptions and file names; or a public id. */
  search: z
    .string()
    .trim()
    .max(200)
    .refine((text) => text === "" || isLongEnough(text), "Search for at least 3 characters.")
    .optional(),
  state: z.enum(INSTALLATION_VIDEO_STATES).optional(),
  account: id.optional(),
  taken_down: z.enum(["true", "false"]).optional(),
});

export const listInstallationVideos = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/videos",
    tags: ["Advanced"],
    summary: "The videos of all accounts, the newest first; up to 1,000 are counted and have pages.",
  })
  .input(installationVideoFilter.extend(pageQuery))
  .output(videoPage(installationVideo));

export const file = z.object({
  kind: z.enum(["source", "video", "audio"]),
  label: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  codecs: z.string().nullable(),
  size_bytes: z.number(),
  state: z.enum(["queued", "processing", "complete", "failed"]),
});

export const getInstallationVideo = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/videos/{video_id}",
    tags: ["Advanced"],
    summary: "One video of any account with its files and what was done to it.",
  })
  .input(z.object({ video_id: id }))
  .output(
    z.object({
      data: installationVideo.and(
        z.object({
          uploader: person.nullable(),
          source: z.object({
            file_name: z.string(),
            size_bytes: z.number().nullable(),
            sha256: z.string().nullable(),
          }),
          /** Of the version that plays, or of the first one while it is made. */
          files: z.array(file),
          /** The last comparison of the original with its checksum; null before the first. */
          source_check: z
            .object({
              state: z.enum(SOURCE_CHECK_STATES),
              checked_bytes: z.number(),
              total_bytes: z.number(),
              requested_at: moment,
              finished_at: moment.nullable(),
            })
            .nullable(),
          /** The last actions of the audit log, the newest first. */
          log: z.array(
            z.object({
              id: z.number(),
              at: moment,
              action: z.string(),
              /** Null for the system. */
              actor: z.string().nullable(),
              reason: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
  );

export const seeEmbedPage = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/videos/{video_id}/embed-page",
    tags: ["Advanced"],
    summary: "What the edge answers to a request for a video's embed page: its status and its headers.",
  })
  .input(
    z.object({
      video_id: id,
      /** Public id of a player; left out: the project's default one. */
      player: z
        .string()
        .regex(/^[a-z0-9]{1,64}$/, "This is no ID of a player.")
        .optional(),
      /** URL of the page that embeds it; left out: the browser sends none. */
      page: z
        .url({ protocol: /^https?$/, error: "Write the URL of a page." })
        .max(2_000)
        .optional(),
    }),
  )
  .output(
    z.object({
      data: z.object({
        url: z.string(),
        /** Null when the edge did not answer. */
        seen: z
          .object({ status: z.number(), headers: z.array(z.object({ name: z.string(), value: z.string() })) })
          .nullable(),
      }),
    }),
  );

export const takeDownVideo = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/videos/{video_id}/take-down",
    tags: ["Advanced"],
    summary:
      "Takes a video down: nobody can play it, its addresses answer 451 with the message, and its project cannot publish it.",
  })
  .input(
    z.object({
      video_id: id,
      /** For the account and the audit log. */
      reason: line("Reason", TAKEDOWN_REASON_MAX),
      /** For viewers. */
      message: line("Message", TAKEDOWN_MESSAGE_MAX),
    }),
  )
  .output(message);

export const reinstateVideo = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/videos/{video_id}/reinstate",
    tags: ["Advanced"],
    summary: "Ends a take-down: the video is as it was before, published or not.",
  })
  .input(z.object({ video_id: id, reason: line("Reason", TAKEDOWN_REASON_MAX) }))
  .output(message);

export const purgeInstallationVideo = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/videos/{video_id}/purge",
    tags: ["Advanced"],
    summary: "Deletes a video and its files for good, without the trash; `title` confirms which.",
  })
  .input(
    z.object({
      video_id: id,
      title: z.string().max(VIDEO_TITLE_MAX),
      reason: line("Reason", TAKEDOWN_REASON_MAX),
    }),
  )
  .output(message);

export const verifyVideoSource = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/videos/{video_id}/verify",
    tags: ["Advanced"],
    summary: "Compares a video's original with the checksum it had when it arrived; a job does it.",
  })
  .input(z.object({ video_id: id }))
  .output(message);
