import { CHAPTERS_MAX } from "@kinora/domain/videos/chapters.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message } from "../shapes.ts";

export const chapter = z.object({ start_seconds: z.number(), title: z.string() });

export const saveChapters = operation(holds("video_edit", "video"))
  .route({
    method: "PUT",
    path: "/videos/{id}/chapters",
    tags: ["Videos"],
    summary: "Replaces a video's chapters; they must be in order.",
  })
  .input(
    z.object({ id, chapters: z.array(chapter).max(CHAPTERS_MAX, `A video can have up to ${CHAPTERS_MAX} chapters.`) }),
  )
  .output(message.extend({ data: z.array(chapter) }));
