import { z } from "zod";
import { task } from "../platform/tasks.ts";

/** Removes a file of captions that was deleted or replaced; its address is not given out any more. */
export const deleteCaptionsFile = task({
  name: "videos.delete_captions_file",
  payload: z.object({ key: z.string().regex(/^assets\/\d+\/captions\/\d+-\d+\.vtt$/) }),
  maximumFailures: 8,
  run: ({ storage }, { key }) => storage.delete(key),
});
