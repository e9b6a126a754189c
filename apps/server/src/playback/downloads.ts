import { SOUND_DOWNLOAD } from "@kinora/domain/videos/videos.ts";
import { mediaFolder } from "./addresses.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackVideo } from "./playback-video.ts";

/** The URL of the largest whole file of a video, of a sound that of the sound alone, relative to the edge; null while there is none. */
export async function findDownload(
  rules: PlaybackRules,
  video: PlaybackVideo,
  token: string | null,
): Promise<string | null> {
  const renditions = await rules.renditions(video, video.version);
  const kind = video.soundOnly ? "audio" : "video";
  const best = renditions.findLast((rendition) => rendition.kind === kind && rendition.complete && rendition.hasFile);
  if (!best) return null;
  const name = video.soundOnly ? SOUND_DOWNLOAD : `mp4/${best.label}.mp4`;
  return `${mediaFolder(video.hash, token)}v${video.version}/${name}?download=1`;
}
