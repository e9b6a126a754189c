import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videoDetails.ts";
import { z } from "zod";
import { holds, operation } from "./access.ts";
import { id, message } from "./shapes.ts";

/** Where a video's poster comes from and what is being done to it. */
export const poster = z.object({
  by_hand: z.boolean(),
  working: z.boolean(),
  /** Why the last one could not be made. */
  error: z.string().nullable(),
  /** Moments offered as posters, in seconds; empty until the length is known. */
  moments: z.array(z.number()),
  /** WebVTT of small pictures of the video; null until it is made. */
  storyboard_url: z.string().nullable(),
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
    summary: "Makes a JPEG, PNG or WebP picture of up to 5 MiB the video's poster.",
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
