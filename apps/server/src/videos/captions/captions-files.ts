import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { Refusal } from "../../platform/refusal.ts";

/** The storage key of a caption file; a new file gets a new key, so that caches do not serve the old one. */
export const captionsKey = (videoId: number, id: number, revision: number) =>
  `assets/${videoId}/captions/${id}-${revision}.vtt`;

/** The WebVTT of captions. */
export async function readStoredCaptions({ storage }: Pick<Services, "storage">, key: string): Promise<string> {
  const { stream } = await storage.get(key);
  return Buffer.concat(await stream.toArray()).toString("utf8");
}

/** The answer for captions that do not exist and for those of another video. */
export const missingCaptions = () =>
  new Refusal("not_found", "These captions do not exist or belong to another video.");

/** Removes a deleted or replaced caption file, which is not linked any more. */
export const deleteCaptionsFile = task({
  name: "videos.delete_captions_file",
  payload: z.object({ key: z.string().regex(/^assets\/\d+\/captions\/\d+-\d+\.vtt$/) }),
  maximumFailures: 8,
  run: ({ storage }, { key }) => storage.delete(key),
});
