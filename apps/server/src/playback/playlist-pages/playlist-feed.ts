import type { Database } from "@kinora/db/connect.ts";
import { podcastCategoryPath, type Podcast } from "@kinora/domain/playlists/podcast.ts";
import { bestImage, SOUND_DOWNLOAD } from "@kinora/domain/videos/videos.ts";
import { xmlElement as element, xmlText as text } from "@kinora/domain/xml.ts";
import { sql } from "kysely";
import { hasFeature } from "../../platform/installation/features.ts";
import { mediaFolder } from "../addresses.ts";
import type { PlaybackPlaylist } from "./find-playlist.ts";

/** Videos a feed has; readers fetch all of it each time. */
export const FEED_VIDEOS = 200;
const HLS_TYPE = "application/vnd.apple.mpegurl";

/** A video as a feed describes it. */
export interface FeedVideo {
  id: number;
  hash: string;
  title: string;
  description: string;
  published_at: Date | null;
  created_at: Date;
  duration_seconds: number | null;
  images: Record<string, string>;
  version: number;
  captions: { id: number; revision: number; language: string }[];
  /** A sound without a picture. */
  sound_only: boolean;
  /** Downloads as MP4 with their sound, smallest first; of a sound the sound alone. */
  files: { label: string; width: number | null; height: number | null; size_bytes: number; bitrate: number | null }[];
}

/** The first 200 videos of a playlist as its feed describes them. */
export async function feedVideos(db: Database, { videos }: PlaybackPlaylist): Promise<FeedVideo[]> {
  const ids = videos.slice(0, FEED_VIDEOS).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows } = await sql<FeedVideo>`
    select v.id, v.hash, v.title, v.description, v.published_at, v.created_at, v.duration_seconds, v.images, v.version, v.sound_only,
      coalesce((select json_agg(json_build_object('id', c.id, 'revision', c.revision, 'language', c.language) order by c.id)
        from captions c where c.video_id = v.id and c.published), '[]') as captions,
      coalesce((select json_agg(json_build_object('label', r.label, 'width', r.width, 'height', r.height,
          'size_bytes', coalesce(r.download_bytes, r.size_bytes + coalesce(a.size_bytes, 0)),
          'bitrate', r.bitrate_average + coalesce(a.bitrate_average, 0)) order by r.height)
        from renditions r join transcodes t on t.id = r.transcode_id
          left join renditions a on a.transcode_id = r.transcode_id and a.label = 'audio' and a.id <> r.id
        where r.video_id = v.id and r.version = v.version and case when v.sound_only then r.label = 'audio' else r.kind = 'video' end and r.state = 'complete'
          and r.further_codec is null and coalesce((t.plan ->> 'mp4')::boolean, true) and ${hasFeature(sql.ref("v.account_id"), "downloads")}), '[]') as files
    from unnest(${ids}::bigint[]) with ordinality as wanted(id, place) join videos v on v.id = wanted.id
    where v.deleted_at is null and v.published and v.playable and v.takedown is null order by wanted.place`.execute(db);
  return rows;
}

/** What a feed's addresses need, where the playlist or its videos are restricted. */
export interface FeedAccess {
  /** The token that the feed was requested with, if it counted. */
  token: string | null;
  /** The passes of the videos that need one, by their public ids. */
  passes: ReadonlyMap<string, string>;
}

/** Writes the feed of a playlist: RSS 2.0 with Media RSS 1.5.1, and with what podcast programs read of each item. */
export function writeFeed(
  edgeUrl: string,
  playlist: PlaybackPlaylist,
  videos: readonly FeedVideo[],
  access: FeedAccess,
): string {
  const query = access.token === null ? "" : `?token=${encodeURIComponent(access.token)}`;
  const page = `${edgeUrl}/v/${playlist.hash}${query}`;
  const channel = [
    text("title", playlist.name),
    text("link", page),
    text("description", playlist.description || playlist.name),
    element("atom:link", {
      href: `${edgeUrl}/feed/${playlist.hash}.xml${query}`,
      rel: "self",
      type: "application/rss+xml",
    }),
    text("lastBuildDate", playlist.updated_at.toUTCString()),
    text("generator", "Kinora"),
    ...podcastElements(playlist.podcast),
    ...videos.slice(0, 1).flatMap((video) => coverOf(addressesOf(edgeUrl, playlist, video, access).folder, video)),
    ...videos.map((video) => writeItem(addressesOf(edgeUrl, playlist, video, access), video)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
${channel.join("\n")}
</channel>
</rss>
`;
}

/** What directories of podcasts ask of a channel (https://podcasters.apple.com/support/823-podcast-requirements). */
function podcastElements({ category, language, explicit, author, email }: Podcast): string[] {
  const nested = podcastCategoryPath(category ?? "").reduceRight<string | null>(
    (within, name) => element("itunes:category", { text: name }, within),
    null,
  );
  const owner = author === null ? "" : text("itunes:name", author);
  return [
    ...(language === null ? [] : [text("language", language)]),
    ...(nested === null ? [] : [nested]),
    text("itunes:explicit", String(explicit)),
    ...(author === null ? [] : [text("itunes:author", author)]),
    ...(email === null ? [] : [element("itunes:owner", {}, owner + text("itunes:email", email))]),
  ];
}

/** Where a video of a feed is: with a playlist's token it plays on the pages of the playlist alone. */
function addressesOf(edgeUrl: string, { hash: playlist }: PlaybackPlaylist, { hash }: FeedVideo, access: FeedAccess) {
  const pass = access.passes.get(hash) ?? null;
  const onPlaylist = pass !== null && access.token !== null;
  const query = onPlaylist ? `?token=${encodeURIComponent(access.token ?? "")}&video=${hash}` : "";
  return {
    id: `${edgeUrl}/v/${hash}`,
    page: `${edgeUrl}/v/${onPlaylist ? playlist : hash}${query}`,
    player: `${edgeUrl}/embed/${onPlaylist ? playlist : hash}${query}`,
    folder: edgeUrl + mediaFolder(hash, pass),
  };
}

/** The largest download, which podcast programs fetch: RSS 2.0 allows an item one enclosure, with its length in bytes. */
function enclosureOf(folder: string, video: FeedVideo): string[] {
  const best = video.files.at(-1);
  if (!best || best.size_bytes <= 0) return [];
  const { url, type } = fileOf(folder, video, best.label);
  return [element("enclosure", { url, length: best.size_bytes, type })];
}

const pictureOf = (folder: string, { id }: FeedVideo, poster: string) => folder + poster.slice(`assets/${id}/`.length);

/** The picture that podcast programs show (https://podcasters.apple.com/support/823-podcast-requirements). */
function coverOf(folder: string, video: FeedVideo): string[] {
  const poster = bestImage(video.images);
  return poster ? [element("itunes:image", { href: pictureOf(folder, video, poster) })] : [];
}

/** A download of a video, as feeds name it. */
const fileOf = (folder: string, { version, sound_only: isSound }: FeedVideo, label: string) =>
  isSound
    ? { url: `${folder}v${version}/${SOUND_DOWNLOAD}`, type: "audio/mp4", medium: "audio" }
    : { url: `${folder}v${version}/mp4/${label}.mp4`, type: "video/mp4", medium: "video" };

function writeItem({ id, page, player, folder }: ReturnType<typeof addressesOf>, video: FeedVideo): string {
  const duration = video.duration_seconds === null ? null : Math.round(video.duration_seconds);
  const poster = bestImage(video.images);
  const contents = [
    element("media:content", {
      url: `${folder}master.m3u8`,
      type: HLS_TYPE,
      medium: "video",
      isDefault: "true",
      duration,
    }),
    ...video.files.map(({ label, width, height, size_bytes: fileSize, bitrate }) =>
      element("media:content", {
        ...fileOf(folder, video, label),
        fileSize: fileSize > 0 ? fileSize : null,
        bitrate: bitrate === null ? null : Math.round(bitrate / 1_000),
        width,
        height,
        duration,
      }),
    ),
  ];
  return element(
    "item",
    {},
    [
      "",
      text("title", video.title || video.hash),
      text("link", page),
      text("guid", id, { isPermaLink: String(id === page) }),
      text("pubDate", (video.published_at ?? video.created_at).toUTCString()),
      ...(video.description ? [text("description", video.description)] : []),
      ...enclosureOf(folder, video),
      element("media:group", {}, contents.join("")),
      text("media:title", video.title || video.hash, { type: "plain" }),
      ...(video.description ? [text("media:description", video.description, { type: "plain" })] : []),
      ...(poster ? [element("media:thumbnail", { url: pictureOf(folder, video, poster) })] : []),
      ...(duration === null ? [] : [text("itunes:duration", String(duration))]),
      ...coverOf(folder, video),
      ...video.captions.map(({ id, revision, language }) =>
        element("media:subTitle", {
          type: "text/vtt",
          lang: language,
          href: `${folder}captions/${id}-${revision}.vtt`,
        }),
      ),
      element("media:player", { url: player }),
      "",
    ].join("\n"),
  );
}
