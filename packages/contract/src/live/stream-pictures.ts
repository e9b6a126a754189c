import { STREAM_PICTURE_KINDS } from "@kinora/domain/live/stream-pictures.ts";
import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";
import { streamDetail } from "./streams.ts";

const kind = z.enum(STREAM_PICTURE_KINDS);
const answer = message.extend({ data: streamDetail });

export const uploadStreamPicture = operation(holds("streams_manage", "stream"), {
  bodyBytes: Math.ceil((POSTER_MAXIMUM_BYTES * 4) / 3) + 4_096,
})
  .route({
    method: "POST",
    path: "/streams/{id}/pictures/{kind}",
    tags: ["Live"],
    summary:
      "Shows a JPEG, PNG or WebP picture of up to 5 MB while the livestream is paused, while its encoder is away, or before it begins.",
  })
  .input(z.object({ id, kind, picture: z.base64("Send the picture in base64.").min(1, "Choose a picture.") }))
  .output(answer);

export const deleteStreamPicture = operation(holds("streams_manage", "stream"))
  .route({
    method: "DELETE",
    path: "/streams/{id}/pictures/{kind}",
    tags: ["Live"],
    summary: "Goes back to the picture every livestream has.",
  })
  .input(z.object({ id, kind }))
  .output(answer);

export const setStreamStart = operation(holds("streams_manage", "stream"))
  .route({
    method: "PATCH",
    path: "/streams/{id}/start",
    tags: ["Live"],
    summary: "Announces when the livestream begins: its pages count down to it. Null announces nothing.",
  })
  .input(z.object({ id, start_at: moment.nullable() }))
  .output(answer);
