import { mediaFolder } from "./addresses.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackVideo } from "./playback-video.ts";

/** The URL of the largest whole file of a video, relative to the edge; null while there is none. */
export async function findDownload(
  rules: PlaybackRules,
  video: PlaybackVideo,
  token: string | null,
): Promise<string | null> {
  const renditions = await rules.renditions(video, video.version);
  const best = renditions.findLast(({ kind, complete, hasFile }) => kind === "video" && complete && hasFile);
  return best ? `${mediaFolder(video.hash, token)}v${video.version}/mp4/${best.label}.mp4?download=1` : null;
}
