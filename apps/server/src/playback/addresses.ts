import type { EmbedTranscript } from "@kinora/domain/playback/embed-page.ts";
import { bestImage } from "@kinora/domain/videos/videos.ts";
import { progressiveName } from "./arriving-uploads.ts";
import type { PlaybackVideo } from "./playback-video.ts";

/** Embed pages are rarely wider than this poster, and it comes before anything else. */
const EMBED_POSTER = "720p";

/** The folder of a video's media on the edge, with the pass in front when there is one; ends with a slash. */
export function mediaFolder(hash: string, token: string | null): string {
  return token === null ? `/hls/${hash}/` : `/hls/~${token}/${hash}/`;
}

/** The URL of a video's upload while that plays in place of its renditions, relative to the edge; null where it does not. */
export const arrivingAddress = ({ hash, arriving }: PlaybackVideo, token: string | null): string | null =>
  arriving && mediaFolder(hash, token) + progressiveName(arriving);

/** The URL of a poster of the video, relative to the edge; null when it has none. */
export function posterAddress(video: PlaybackVideo, token: string | null, which: "embed" | "best"): string | null {
  if (video.picture) return mediaFolder(video.hash, token) + video.picture;
  const key = (which === "embed" ? video.images[EMBED_POSTER] : undefined) ?? bestImage(video.images);
  const folder = `assets/${video.id}/`;
  return key?.startsWith(folder) ? mediaFolder(video.hash, token) + key.slice(folder.length) : null;
}

/** The URL of the storyboard's WebVTT, relative to the edge; null without a storyboard. */
export function storyboardAddress(video: PlaybackVideo, token: string | null): string | null {
  return video.storyboard && video.version > 0
    ? `${mediaFolder(video.hash, token)}v${video.version}/storyboard/storyboard.vtt`
    : null;
}

/** The files a video's transcripts are read from. */
export const transcriptsOf = (video: PlaybackVideo, token: string | null): EmbedTranscript[] =>
  video.captions.map(({ id, revision, language, label }) => ({
    ...{ language, label },
    file: `${mediaFolder(video.hash, token)}captions/${id}-${revision}.vtt`,
  }));

/** The URL of the chapters' WebVTT, relative to the edge; null without chapters. */
export function chaptersAddress(video: PlaybackVideo, token: string | null): string | null {
  return video.chapters.length > 0 ? `${mediaFolder(video.hash, token)}chapters.vtt` : null;
}
