import { z } from "zod";
import { task } from "../platform/jobs/tasks.ts";

/** The storage prefix of an uploaded track's playlist and segments; it ends with a slash. */
export const trackFolder = (videoId: number, trackId: number) => `assets/${videoId}/audio-tracks/${trackId}/`;

/** Removes the files of a track that was deleted. */
export const deleteTrackFiles = task({
  name: "audio_tracks.delete_files",
  payload: z.object({ videoId: z.number(), trackId: z.number() }),
  maximumFailures: 8,
  async run({ storage }, { videoId, trackId }) {
    await storage.deletePrefix(trackFolder(videoId, trackId));
  },
});
