import { beginningOf } from "@kinora/domain/beginning.ts";
import { escapeHtml } from "./html.ts";
import { sharedPicture, type Pictured, type SharedPicture } from "./shared-picture.ts";

const PREVIEW_LETTERS = 300;

/** What other sites and search engines read of a share page. */
export interface Preview {
  hash: string;
  title: string;
  /** Whole; previews show its beginning. */
  description: string;
  picture: SharedPicture | null;
  /** Pixels of the player. */
  width: number;
  height: number;
  /** Path of an RSS feed. */
  feed: string | null;
  /** The page in the words of schema.org. */
  data: object;
}

/**
 * Writes Open Graph (ogp.me), the Twitter player card, oEmbed discovery (oembed.com §4), the feed (RSS Board,
 * autodiscovery) and JSON-LD (schema.org).
 */
export function writePreviewTags(edgeUrl: string, preview: Preview): string {
  const { hash, title, picture, width, height, feed, data } = preview;
  const page = `${edgeUrl}/v/${hash}`;
  const frame = `${edgeUrl}/embed/${hash}`;
  const description = beginningOf(preview.description.trim(), PREVIEW_LETTERS);
  const image = picture && edgeUrl + picture.address;
  const properties: [string, string | number | null | undefined][] = [
    ["og:type", "video.other"],
    ["og:title", title],
    ["og:description", description],
    ["og:url", page],
    ["og:image", image],
    ["og:image:width", picture?.size?.width],
    ["og:image:height", picture?.size?.height],
    ["og:image:alt", image && title],
    ["og:video", frame],
    ["og:video:secure_url", frame.startsWith("https:") ? frame : null],
    ["og:video:type", "text/html"],
    ["og:video:width", width],
    ["og:video:height", height],
  ];
  const names: typeof properties = [
    ["description", description],
    ["twitter:card", "player"],
    ["twitter:title", title],
    ["twitter:description", description],
    ["twitter:image", image],
    ["twitter:player", frame],
    ["twitter:player:width", width],
    ["twitter:player:height", height],
  ];
  const tags = (kind: "property" | "name", values: typeof properties) =>
    values.flatMap(([name, value]) =>
      value ? [`<meta ${kind}="${name}" content="${escapeHtml(String(value))}">`] : [],
    );
  const alternate = (type: string, address: string) =>
    `<link rel="alternate" type="${type}" href="${escapeHtml(address)}" title="${escapeHtml(title)}">`;
  return [
    `<link rel="canonical" href="${escapeHtml(page)}">`,
    alternate("application/json+oembed", `${edgeUrl}/oembed?format=json&url=${encodeURIComponent(page)}`),
    ...(feed === null ? [] : [alternate("application/rss+xml", edgeUrl + feed)]),
    ...tags("property", properties),
    ...tags("name", names),
    `<script type="application/ld+json">${writeData(data)}</script>`,
  ].join("\n");
}

/** JSON for a script element. `<` and quotes are escaped: no text ends the element it is in. */
function writeData(data: object): string {
  const quote = (escape: string) => (escape === '\\"' ? "\\u0022" : escape);
  return JSON.stringify({ "@context": "https://schema.org", ...data })
    .replaceAll(/\\./g, quote)
    .replaceAll("<", "\\u003c");
}

/** A video or livestream as search engines read it (schema.org/VideoObject). */
export function videoObject(
  edgeUrl: string,
  video: Pictured & {
    title: string;
    description: string;
    createdAt: Date;
    durationSeconds: number | null;
    /** Of a livestream (schema.org/BroadcastEvent). */
    broadcast: { startsAt: Date; onAir: boolean } | null;
  },
): object {
  const picture = sharedPicture(video);
  const { title, description, createdAt, durationSeconds, broadcast, hash } = video;
  return {
    "@type": "VideoObject",
    name: title || "Video",
    description: description.trim() || title || "Video",
    uploadDate: createdAt.toISOString(),
    ...(picture ? { thumbnailUrl: [edgeUrl + picture.address] } : {}),
    ...(durationSeconds ? { duration: `PT${Math.round(durationSeconds)}S` } : {}),
    ...(broadcast
      ? {
          publication: {
            "@type": "BroadcastEvent",
            name: title || "Video",
            isLiveBroadcast: broadcast.onAir,
            startDate: broadcast.startsAt.toISOString(),
          },
        }
      : {}),
    embedUrl: `${edgeUrl}/embed/${hash}`,
    url: `${edgeUrl}/v/${hash}`,
  };
}
