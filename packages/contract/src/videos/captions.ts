import { CAPTIONS_KINDS, CAPTIONS_LABEL_MAX, CAPTIONS_MAXIMUM_BYTES } from "@kinora/domain/videos/captions.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment, numeral, readVersion, version } from "../shapes.ts";

export const caption = z.object({
  id: z.number(),
  /** BCP 47. */
  language: z.string(),
  label: z.string(),
  kind: z.enum(CAPTIONS_KINDS),
  default: z.boolean(),
  /** What was uploaded; what is stored is WebVTT. */
  format: z.enum(["vtt", "srt"]),
  cues: z.number(),
  size_bytes: z.number(),
  /** How often its file was saved. */
  version,
  /** Made by machine, and not changed by a person since. */
  automatic: z.boolean(),
  /** Viewers get it. */
  published: z.boolean(),
  created_by: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
  created_at: moment,
  updated_at: moment,
});

const language = z.string().trim().min(1, "Choose a language.").max(35, "Choose a language.");
const fields = {
  language,
  label: line("Label", CAPTIONS_LABEL_MAX),
  kind: z.enum(CAPTIONS_KINDS),
  default: z.boolean().default(false),
};
/** The text of a WebVTT or SRT file. */
const file = z.string().min(1, "This file is empty.");

/** What of a file could not be read and was left out; the first 50 places of it. */
const saved = message.extend({
  data: caption,
  /** How many captions of the file begin after the end of the video: viewers see none of them. */
  after_end: z.number(),
  skipped: z.object({ count: z.number(), lines: z.array(z.object({ line: z.number(), message: z.string() })) }),
});

/** A file of the largest size, each of its characters escaped in JSON. */
const bodyBytes = 2 * CAPTIONS_MAXIMUM_BYTES;

export const listCaptions = operation(holds("video_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{video_id}/captions",
    tags: ["Captions"],
    summary: "A video's captions and subtitles.",
  })
  .input(z.object({ video_id: id }))
  .output(z.object({ data: z.array(caption) }));

export const addCaptions = operation(holds("video_edit", "video"), { bodyBytes })
  .route({
    method: "POST",
    path: "/videos/{video_id}/captions",
    tags: ["Captions"],
    successStatus: 201,
    summary:
      "Adds captions or subtitles from the text of a WebVTT or SRT file of up to 1 MiB; what cannot be read of it is left out and named.",
  })
  .input(z.object({ video_id: id, ...fields, file }))
  .output(saved);

export const updateCaptions = operation(holds("video_edit", "video"), { bodyBytes })
  .route({
    method: "PUT",
    path: "/videos/{video_id}/captions/{id}",
    tags: ["Captions"],
    summary: "Changes how captions are named and, given a file, what they say.",
  })
  .input(
    z.object({
      video_id: id,
      id,
      ...fields,
      /** Whether viewers get it; left out, that stays. */
      published: z.boolean().optional(),
      file: file.optional(),
      version: readVersion,
    }),
  )
  .output(saved);

export const deleteCaptions = operation(holds("video_edit", "video"))
  .route({
    method: "DELETE",
    path: "/videos/{video_id}/captions/{id}",
    tags: ["Captions"],
    summary: "Deletes captions.",
  })
  .input(z.object({ video_id: id, id }))
  .output(message);

export const readCaptionsFile = operation(holds("video_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{video_id}/captions/{id}/file",
    tags: ["Captions"],
    summary: "Captions as the WebVTT file viewers get.",
  })
  .input(
    z.object({
      video_id: id,
      id,
      /** One of the versions that are kept; without it the present one. */
      version: numeral(z.number().int().min(1).max(2_147_483_647)).optional(),
    }),
  )
  .output(z.object({ file_name: z.string(), file: z.string(), version }));

export const listCaptionsVersions = operation(holds("video_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{video_id}/captions/{id}/versions",
    tags: ["Captions"],
    summary: "The file of captions and up to 20 before it, newest first.",
  })
  .input(z.object({ video_id: id, id }))
  .output(
    z.object({
      data: z.array(
        z.object({
          version,
          cues: z.number(),
          size_bytes: z.number(),
          /** Null for what the platform took from a video's file, and for people who left. */
          saved_by: caption.shape.created_by,
          saved_at: moment,
        }),
      ),
    }),
  );
