import { EMBED_NOTICES } from "@kinora/domain/embed-page.ts";
import { posterAddress } from "./addresses.ts";
import type { PageFiles } from "./built-files.ts";
import { escapeHtml } from "./html.ts";
import type { PlaybackVideo } from "./playback-video.ts";

/** What share pages may load: their style, pictures and the embed page of the same origin. */
export const SHARE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PREVIEW_LETTERS = 300;
const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Writes the page people share: the player, the title, what other sites need for a preview; null is a video that is not there. `wishes` is the query its player gets. */
export function writeSharePage(files: PageFiles, edgeUrl: string, video: PlaybackVideo | null, wishes = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(video?.title || "Video")}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files.shareStyle}">
${video ? previewTags(edgeUrl, video) : '<meta name="robots" content="noindex">'}
</head>
<body>
<main>
${video ? content(video, wishes) : missing()}
</main>
</body>
</html>
`;
}

function content(video: PlaybackVideo, wishes: string): string {
  const title = escapeHtml(video.title || "Video");
  const description = video.description.trim();
  return `<div class="frame"><iframe src="/embed/${video.hash}${wishes && `?${escapeHtml(wishes)}`}" title="${title}" allow="autoplay; picture-in-picture" allowfullscreen></iframe></div>
<h1>${title}</h1>
<p class="facts">${escapeHtml(DATE.format(video.createdAt))}</p>
${description ? `<div class="description">${escapeHtml(description)}</div>` : ""}`;
}

function missing(): string {
  const { title, text } = EMBED_NOTICES.missing;
  return `<div class="frame"><div class="notice"><h1 class="notice-title">${title}</h1><p>${text}</p></div></div>`;
}

/** Open Graph (ogp.me), Twitter player card and oEmbed discovery (oembed.com §4). */
function previewTags(edgeUrl: string, video: PlaybackVideo): string {
  const page = `${edgeUrl}/v/${video.hash}`;
  const frame = `${edgeUrl}/embed/${video.hash}`;
  const poster = posterAddress(video, null, "best");
  const width = String(video.width ?? 1280);
  const height = String(video.height ?? 720);
  const description = video.description.trim().slice(0, PREVIEW_LETTERS);
  const properties: [string, string | null][] = [
    ["og:type", "video.other"],
    ["og:title", video.title],
    ["og:description", description || null],
    ["og:url", page],
    ["og:image", poster && edgeUrl + poster],
    ["og:video", frame],
    ["og:video:type", "text/html"],
    ["og:video:width", width],
    ["og:video:height", height],
  ];
  const names: [string, string | null][] = [
    ["description", description || null],
    ["twitter:card", "player"],
    ["twitter:title", video.title],
    ["twitter:description", description || null],
    ["twitter:image", poster && edgeUrl + poster],
    ["twitter:player", frame],
    ["twitter:player:width", width],
    ["twitter:player:height", height],
  ];
  const oembed = `${edgeUrl}/oembed?format=json&url=${encodeURIComponent(page)}`;
  return [
    `<link rel="canonical" href="${escapeHtml(page)}">`,
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(video.title)}">`,
    ...properties
      .filter(isSaid)
      .map(([property, value]) => `<meta property="${property}" content="${escapeHtml(value)}">`),
    ...names.filter(isSaid).map(([name, value]) => `<meta name="${name}" content="${escapeHtml(value)}">`),
  ].join("\n");
}

const isSaid = (tag: [string, string | null]): tag is [string, string] => tag[1] !== null;
