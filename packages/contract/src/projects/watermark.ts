import {
  WATERMARK_MAXIMUM_BYTES,
  WATERMARK_POSITIONS,
  WATERMARK_RANGES,
} from "@kinora/domain/transcoding/watermark.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";

const percent = ({ min, max }: { min: number; max: number }) => {
  const said = `This is a whole number from ${min} to ${max}.`;
  return z.number().int(said).min(min, said).max(max, said);
};

const settings = {
  /** Whether new transcodes are made with it. */
  enabled: z.boolean(),
  position: z.enum(WATERMARK_POSITIONS),
  /** Percent. */
  opacity: percent(WATERMARK_RANGES.opacity),
  /** Of its longer side, in percent of the video's shorter side. */
  size: percent(WATERMARK_RANGES.size),
  /** To the nearest edges, in percent of the video's shorter side. */
  margin: percent(WATERMARK_RANGES.margin),
};

const watermark = z.object({
  ...settings,
  /** A PNG, as a data URL. */
  picture: z.string(),
  /** Of the picture, in pixels. */
  width: z.number(),
  height: z.number(),
  updated_at: moment,
});

const answer = message.extend({ data: watermark });

export const getWatermark = operation(holds("resolutions_view", "project", "resolutions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/watermark",
    tags: ["Resolutions"],
    summary: "The watermark a project's new videos are made with; null while it has none.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: watermark.nullable() }));

export const uploadWatermark = operation(holds("resolutions_manage", "project"), {
  bodyBytes: Math.ceil((WATERMARK_MAXIMUM_BYTES * 4) / 3) + 4_096,
})
  .route({
    method: "POST",
    path: "/projects/{project_id}/watermark",
    tags: ["Resolutions"],
    summary:
      "Makes a PNG, WebP or JPEG picture of up to 5 MB the project's watermark; the first one is off until it is switched on.",
  })
  .input(z.object({ project_id: id, picture: z.base64("Send the picture in base64.").min(1, "Choose a picture.") }))
  .output(answer);

export const saveWatermark = operation(holds("resolutions_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/watermark",
    tags: ["Resolutions"],
    summary: "Changes how the watermark lies on new videos; what is there or being made stays as it is.",
  })
  .input(z.object({ project_id: id, ...settings }))
  .output(answer);

export const deleteWatermark = operation(holds("resolutions_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/watermark",
    tags: ["Resolutions"],
    summary: "Removes the watermark; new videos are made without one.",
  })
  .input(z.object({ project_id: id }))
  .output(message);
