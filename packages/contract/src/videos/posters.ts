import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message } from "../shapes.ts";

/** Where a video's poster comes from and what is being done to it. */
export const poster = z.object({
  /** Names the poster shown, to go back to it; 0 is the one found in the video itself. */
  number: z.number(),
  by_hand: z.boolean(),
  working: z.boolean(),
  /** Why the last one could not be made. */
  error: z.string().nullable(),
  /** Moments offered as posters, in seconds; empty until the length is known. */
  moments: z.array(z.number()),
  /** WebVTT of small pictures of the video; null until it is made. */
  storyboard_url: z.string().nullable(),
  /** Lists and embeds show the video moving under the pointer. */
  animated: z.boolean(),
});

export const takePoster = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{id}/poster/frame",
    tags: ["Posters"],
    summary: "Makes the frame at a moment the video's poster.",
  })
  .input(z.object({ id, at_seconds: z.number().min(0).max(1_000_000) }))
  .output(message.extend({ data: poster }));

export const uploadPoster = operation(holds("video_edit", "video"), {
  bodyBytes: Math.ceil((POSTER_MAXIMUM_BYTES * 4) / 3) + 4_096,
})
  .route({
    method: "POST",
    path: "/videos/{id}/poster/picture",
    tags: ["Posters"],
    summary: "Makes a JPEG, PNG or WebP picture of up to 5 MB the video's poster.",
  })
  .input(z.object({ id, picture: z.base64("Send the picture in base64.").min(1, "Choose a picture.") }))
  .output(message.extend({ data: poster }));

export const resetPoster = operation(holds("video_edit", "video"))
  .route({
    method: "DELETE",
    path: "/videos/{id}/poster",
    tags: ["Posters"],
    summary: "Goes back to the poster found in the video itself.",
  })
  .input(z.object({ id }))
  .output(message.extend({ data: poster }));

export const putBackPoster = operation(holds("video_edit", "video"))
  .route({
    method: "PUT",
    path: "/videos/{id}/poster",
    tags: ["Posters"],
    summary: "Shows a poster again that was replaced within the last hour.",
  })
  .input(z.object({ id, number: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }))
  .output(message.extend({ data: poster }));

export const setAnimatedPreview = operation(holds("video_edit", "video"))
  .route({
    method: "PATCH",
    path: "/videos/{id}/animated-preview",
    tags: ["Posters"],
    summary: "Says whether lists and embeds show the video moving under the pointer.",
  })
  .input(z.object({ id, animated: z.boolean() }))
  .output(message.extend({ data: poster }));
