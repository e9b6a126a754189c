import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message } from "../shapes.ts";

export const deleteRendition = operation(holds("video_edit", "video"))
  .route({
    method: "DELETE",
    path: "/videos/{video_id}/renditions/{id}",
    tags: ["Files"],
    summary: "Deletes one finished rendition; the last one of a video stays.",
  })
  .input(z.object({ video_id: id, id }))
  .output(message);

export const redoRendition = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{video_id}/renditions/{id}/redo",
    tags: ["Files"],
    summary: "Re-encodes one finished rendition with the project's ladder; the old one plays until it is ready.",
  })
  .input(z.object({ video_id: id, id }))
  .output(message);

export const addMissingRungs = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{video_id}/renditions/missing",
    tags: ["Files"],
    summary: "Makes the renditions a project's ladder has and a finished video has not.",
  })
  .input(z.object({ video_id: id }))
  .output(message);
