import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { USUAL_FRAME, type PlayerFrame } from "@kinora/domain/players/frame.ts";
import { playlistSize } from "@kinora/domain/playlists/playlist-codes.ts";
import type { PageFiles } from "../built-files.ts";
import { escapeHtml } from "../html.ts";
import { thumbnail, type OembedRoom } from "../oembed.ts";
import { NOT_LIVE } from "../playback-video.ts";
import { videoObject, writePreviewTags } from "../preview-tags.ts";
import { sharedPicture } from "../shared-picture.ts";
import type { ListedVideo, PlaybackPlaylist } from "./find-playlist.ts";

/** Videos that search engines read of a playlist. */
const LISTED = 50;

/**
 * Writes the share page of a playlist: its embed page, the name and metadata for previews. `options` is the query of its
 * player. Where it is `locked` the player asks for a password, and nothing else is said.
 */
export function writePlaylistSharePage(
  files: PageFiles,
  edgeUrl: string,
  playlist: PlaybackPlaylist,
  { options, locked }: { options: string; locked: boolean },
): string {
  const name = escapeHtml(playlist.name || "Playlist");
  const description = playlist.description.trim();
  const { length } = playlist.videos;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files.shareStyle}">
${locked ? '<meta name="robots" content="noindex">' : previewOf(edgeUrl, playlist)}
</head>
<body>
<main>
<div class="frame" data-list="${playlist.layout}"><iframe src="/embed/${playlist.hash}${options && `?${escapeHtml(options)}`}" title="${name}" allow="autoplay; picture-in-picture" allowfullscreen></iframe></div>
${locked ? "" : `<h1>${name}</h1>\n<p class="facts">${length === 1 ? "1 video" : `${length} videos`}</p>\n`}${description ? `<div class="description">${escapeHtml(description)}</div>` : ""}
</main>
</body>
</html>
`;
}

/** What previews elsewhere show of the playlist: the picture of its first video. */
function previewOf(edgeUrl: string, playlist: PlaybackPlaylist): string {
  const { hash, name, description, layout, feed, videos } = playlist;
  const [first] = videos;
  return writePreviewTags(edgeUrl, {
    ...{ hash, title: name, description, ...playlistSize(layout, USUAL_FRAME) },
    picture: first ? sharedPicture(pictured(first)) : null,
    feed: feed ? `/feed/${hash}.xml` : null,
    data: {
      "@type": "ItemList",
      name,
      ...(description.trim() ? { description: description.trim() } : {}),
      url: `${edgeUrl}/v/${hash}`,
      numberOfItems: videos.length,
      itemListElement: videos.slice(0, LISTED).map((video, index) => ({
        "@type": "ListItem",
        position: index + 1,
        item: videoObject(edgeUrl, { ...pictured(video), description: "", durationSeconds: video.duration_seconds }),
      })),
    },
  });
}

/** A video of a list in the shape that previews take. */
const pictured = (video: ListedVideo) => ({
  ...video,
  ...NOT_LIVE,
  createdAt: video.created_at,
});

/** Writes the oEmbed answer of a playlist (oembed.com §2.3.4.4, rich): the frame of its player with its list, no larger than `maxWidth` × `maxHeight` pixels. */
export function writePlaylistOembed(
  edgeUrl: string,
  { playlist, frame }: { playlist: PlaybackPlaylist; frame: PlayerFrame },
  room: OembedRoom,
): Record<string, unknown> {
  const { hash, name, layout, videos } = playlist;
  const [first] = videos;
  const usual = playlistSize(layout, frame);
  const width = Math.min(usual.width, room.maxWidth ?? Infinity);
  const height = Math.min(usual.height, room.maxHeight ?? Infinity);
  return {
    version: "1.0",
    type: "rich",
    title: name,
    provider_name: "Kinora",
    provider_url: edgeUrl,
    cache_age: 300,
    width,
    height,
    html: embedCodes(edgeUrl, hash, name, { size: { width, height } }).iframe,
    ...thumbnail(edgeUrl, first && pictured(first), room),
  };
}
