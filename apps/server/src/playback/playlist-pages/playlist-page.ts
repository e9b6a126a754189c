import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import { EMBED_ELEMENT_ID, type EmbedPlayer } from "@kinora/domain/playback/embed-page.ts";
import type { PlaylistEntry, PlaylistPage, PlaylistVideo } from "@kinora/domain/playback/playlist-page.ts";
import { smallestImage } from "@kinora/domain/videos/videos.ts";
import { chaptersAddress, mediaFolder, posterAddress, storyboardAddress, transcriptsOf } from "../addresses.ts";
import type { PageFiles } from "../built-files.ts";
import { escapeHtml } from "../html.ts";
import type { PlaybackVideo } from "../playback-video.ts";
import type { ListedVideo, PlaybackPlaylist } from "./find-playlist.ts";

/** What a playlist's page has of one of its videos. */
export function entryOf({ id, hash, title, duration_seconds, images }: ListedVideo): PlaylistEntry {
  const key = smallestImage(images);
  const picture = key ? mediaFolder(hash, null) + key.slice(`assets/${id}/`.length) : null;
  return { hash, title, duration_seconds, picture };
}

/** What a player needs of a video of a playlist; its addresses carry the pass of a viewer who needs one. */
export const playlistVideo = (video: PlaybackVideo, pass: string | null, ads: EmbedAds | null): PlaylistVideo => ({
  hash: video.hash,
  title: video.title,
  master: `${mediaFolder(video.hash, pass)}master.m3u8`,
  poster: posterAddress(video, pass, "embed"),
  storyboard: storyboardAddress(video, pass),
  chapters: chaptersAddress(video, pass),
  transcripts: transcriptsOf(video, pass),
  duration_seconds: video.durationSeconds,
  ads,
});

/** Writes the embed page of a playlist: its player and list, or a sentence where none of its videos can play. */
export function writePlaylistPage(
  files: PageFiles,
  playlist: PlaybackPlaylist,
  shown: {
    player: EmbedPlayer;
    ads: boolean;
    pass: string | null;
    isMember: boolean;
    page: string | null;
    consent: boolean;
    stamp: string;
    consoleUrl: string;
  },
): string {
  const { player, ads, pass, isMember, page: framedBy, consent, stamp, consoleUrl } = shown;
  const { hash, name, layout, autoplay_next, loop, shuffle, start_at: startAt } = playlist;
  const entries = playlist.videos.map(entryOf);
  const page: PlaylistPage = {
    ...{ hash, name, layout, autoplay_next, loop, shuffle, entries },
    starts_at_ms: startAt?.getTime() ?? null,
    player,
    ads,
    videos: `/embed/${hash}/videos/`,
    pass,
    is_preview: isMember,
    framed_by: framedBy,
    consent,
    stamp,
    console: new URL(consoleUrl).origin,
  };
  const title = escapeHtml(name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${pass === null ? "" : '<meta name="referrer" content="no-referrer">\n'}<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files.playerStyle}">
<link rel="stylesheet" href="${files.playlistStyle}">
${entries.length > 0 ? `<link rel="modulepreload" href="${files.playlistScript}">\n<script type="module" src="${files.playerScript}"></script>` : ""}
</head>
<body>
<div id="${EMBED_ELEMENT_ID}" data-playlist="${escapeHtml(JSON.stringify(page))}">${
    entries.length > 0 ? "" : emptyNotice(title)
  }</div>
</body>
</html>
`;
}

const emptyNotice = (title: string) =>
  `<div class="notice" role="status"><p class="notice-title">${title}</p><p>There are no videos in this playlist yet.</p></div>`;
