import { CAPTIONS_MODES, TRANSCRIPTION_STATES } from "@kinora/domain/speech/settings.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";

export const transcription = z.object({
  id: z.number(),
  state: z.enum(TRANSCRIPTION_STATES),
  /** BCP 47, what is spoken, as it was asked for; null: the engine detects it. */
  language: z.string().nullable(),
  /** What the engine detected. */
  detected_language: z.string().nullable(),
  /** Percent of the sound that is recognised. */
  progress: z.number(),
  /** Length of the sound; 0 until it is known. */
  sound_seconds: z.number(),
  failure: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  /** The captions that came of it; null when nothing was said, or until then. */
  captions_id: z.number().nullable(),
  queued_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
});

export const automaticCaptions = z.object({
  /** The installation has a speech engine. */
  available: z.boolean(),
  /** What the project's settings say. */
  mode: z.enum(CAPTIONS_MODES),
  language: z.string().nullable(),
  /** Why the account's plan allows none of this video; null when it does. */
  problem: z.string().nullable(),
  latest: transcription.nullable(),
});

const answer = message.extend({ data: automaticCaptions });

export const getAutomaticCaptions = operation(holds("video_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{video_id}/automatic-captions",
    tags: ["Captions"],
    summary: "Whether captions of a video can be created automatically, and how far the latest are.",
  })
  .input(z.object({ video_id: id }))
  .output(z.object({ data: automaticCaptions }));

export const createAutomaticCaptions = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{video_id}/automatic-captions",
    tags: ["Captions"],
    successStatus: 201,
    summary: "Creates captions of a video from its speech; those of a person stay as they are.",
  })
  .input(
    z.object({
      video_id: id,
      /** BCP 47, what is spoken; null: the engine detects it. Left out, it is as the project's settings say. */
      language: z.string().trim().min(1, "Choose a language.").max(35, "Choose a language.").nullish(),
    }),
  )
  .output(answer);

export const cancelAutomaticCaptions = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{video_id}/automatic-captions/cancel",
    tags: ["Captions"],
    summary: "Stops the creation of captions.",
  })
  .input(z.object({ video_id: id }))
  .output(answer);

export const retryAutomaticCaptions = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{video_id}/automatic-captions/retry",
    tags: ["Captions"],
    summary: "Continues the creation of captions that failed or was cancelled.",
  })
  .input(z.object({ video_id: id }))
  .output(answer);
