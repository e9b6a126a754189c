import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";

/** Removes a deleted or replaced caption file, which is not linked any more. */
export const deleteCaptionsFile = task({
  name: "videos.delete_captions_file",
  payload: z.object({ key: z.string().regex(/^assets\/\d+\/captions\/\d+-\d+\.vtt$/) }),
  maximumFailures: 8,
  run: ({ storage }, { key }) => storage.delete(key),
});
