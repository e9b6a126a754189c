import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message } from "../shapes.ts";
import { video } from "../videos/videos.ts";

const answer = message.extend({ data: video });

export const cancelTranscode = operation(holds("video_edit", "video", "video_add"))
  .route({
    method: "POST",
    path: "/videos/{id}/cancel",
    tags: ["Transcoding"],
    summary: "Stops a video's upload or transcode; what already plays keeps playing.",
  })
  .input(z.object({ id }))
  .output(answer);

export const retryTranscode = operation(holds("video_edit", "video", "video_add"))
  .route({
    method: "POST",
    path: "/videos/{id}/retry",
    tags: ["Transcoding"],
    summary: "Takes up a failed or cancelled transcode where it stopped.",
  })
  .input(z.object({ id }))
  .output(answer);

export const retranscodeVideo = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{id}/retranscode",
    tags: ["Transcoding"],
    summary: "Re-encodes a finished video's renditions; the old ones play until the new ones are ready.",
  })
  .input(z.object({ id }))
  .output(answer);
