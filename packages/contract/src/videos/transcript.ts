import { CAPTIONS_KINDS } from "@kinora/domain/videos/captions.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id } from "../shapes.ts";

/** What is said at one time. */
const spokenCue = z.object({
  /** Seconds from the beginning of the video. */
  start: z.number(),
  end: z.number(),
  /** Present where the captions name who speaks. */
  speaker: z.string().optional(),
  /** One line, without markup. */
  text: z.string(),
});

export const getTranscript = operation(holds("video_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{id}/transcript",
    tags: ["Captions"],
    summary: "What is said in a video and when, from its captions in a language.",
  })
  .input(
    z.object({
      id,
      /** BCP 47. Left out: the captions shown by default, else those in the video's language, else the first. */
      language: z.string().trim().min(1).max(35).optional(),
    }),
  )
  .output(
    z.object({
      data: z.object({
        captions_id: z.number(),
        /** BCP 47. */
        language: z.string(),
        label: z.string(),
        kind: z.enum(CAPTIONS_KINDS),
        /** In the order of their beginnings. */
        cues: z.array(spokenCue),
        /** All languages there is a transcript in. */
        languages: z.array(z.string()),
      }),
    }),
  );
