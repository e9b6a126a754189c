import { EMBED_ELEMENT_ID, EMBED_NOTICES, type EmbedPage, type EmbedStatus } from "@kinora/domain/embed-page.ts";
import { chaptersAddress, mediaFolder, posterAddress, storyboardAddress } from "./addresses.ts";
import type { PageFiles } from "./built-files.ts";
import { escapeHtml } from "./html.ts";
import type { PlaybackVideo } from "./playback-video.ts";

/**
 * What embed pages may load: our own files and nothing inline but the styles media-chrome puts into its shadow roots.
 * Any page may frame them; that is what they are for.
 */
export const EMBED_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");

const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** Writes an embed page: a player for what can play, a sentence in its place for what cannot. */
export function writeEmbedPage(
  files: PageFiles,
  hash: string,
  token: string | null,
  video: PlaybackVideo | null,
  status: EmbedStatus,
  live = false,
): string {
  const shown = status.availability === "missing" ? null : video;
  const title = shown?.title || "Video";
  const page: EmbedPage | null = shown && {
    hash,
    title: shown.title,
    master: `${mediaFolder(hash, token)}master.m3u8`,
    status: `/embed/${hash}/status.json${token === null ? "" : `?token=${token}`}`,
    poster: posterAddress(shown, token, "embed"),
    storyboard: storyboardAddress(shown, token),
    moving_preview: shown.animatedPreview,
    chapters: chaptersAddress(shown, token),
    duration_seconds: shown.durationSeconds,
    live,
    now: status,
  };
  const needsScript = live || status.availability === "playable" || status.availability === "processing";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files.playerStyle}">
${needsScript ? `<script type="module" src="${files.playerScript}"></script>` : ""}
</head>
<body>
<div id="${EMBED_ELEMENT_ID}"${page ? ` data-page="${escapeHtml(JSON.stringify(page))}"` : ""}>${content(page, status)}</div>
</body>
</html>
`;
}

function content(page: EmbedPage | null, status: EmbedStatus): string {
  if (page && status.availability === "playable") {
    const picture = page.poster
      ? `<img class="first-picture" src="${escapeHtml(page.poster)}" alt="" fetchpriority="high">`
      : "";
    return `${picture}<div class="first-button"></div>`;
  }
  const { title, text } = EMBED_NOTICES[status.availability === "playable" ? "processing" : status.availability];
  const progress =
    status.availability === "processing"
      ? `<progress max="100" value="${status.progress}" aria-label="Preparation"${status.progress > 0 ? "" : " hidden"}></progress>`
      : "";
  const picture = status.picture ? `<img class="waiting-picture" src="${escapeHtml(status.picture)}" alt="">` : "";
  const begins = status.start_at ? `It begins on ${escapeHtml(DATE.format(new Date(status.start_at)))} UTC.` : text;
  return `${picture}<div class="notice" role="status"><p class="notice-title">${title}</p><p>${begins}</p>${progress}</div>`;
}
