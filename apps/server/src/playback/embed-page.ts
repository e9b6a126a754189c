import type { AdFacts, EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import { analyticsSources, type EmbedAnalytics } from "@kinora/domain/analytics/providers.ts";
import { beginningOf } from "@kinora/domain/beginning.ts";
import {
  EMBED_ELEMENT_ID,
  EMBED_NOTICES,
  type EmbedPage,
  type EmbedPlayer,
  type EmbedStatus,
} from "@kinora/domain/playback/embed-page.ts";
import { chaptersAddress, mediaFolder, posterAddress, storyboardAddress, transcriptsOf } from "./addresses.ts";
import type { PageFiles } from "./built-files.ts";
import { escapeHtml } from "./html.ts";
import type { PlaybackVideo } from "./playback-video.ts";

/**
 * Content security policy of embed pages: our own files and nothing inline but the styles that media-chrome puts into its
 * shadow roots. `frameAncestors` are the pages that may frame it; null for any. `*` would be those of http and https alone
 * (CSP3 §6.7.2.8): apps have schemes of their own.
 */
export const embedPolicy = (frameAncestors: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    // Players look for what a browser plays with a film of a few bytes in the address itself.
    "media-src 'self' blob: data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(frameAncestors === null ? [] : [`frame-ancestors ${frameAncestors}`]),
  ].join("; ");

/** Of a page with ads: they and their beacons come from servers that the project chose, and wrappers lead to others. */
export const withAds = (policy: string): string =>
  policy
    .replace("img-src 'self' data:", "img-src * data:")
    .replace("media-src 'self' blob: data:", "media-src * blob: data:")
    .replace("connect-src 'self'", "connect-src *");

/** Of a page that reports its views: the providers' origins, and Google's where its script is loaded. */
export function withAnalytics(policy: string, analytics: EmbedAnalytics | null): string {
  if (!analytics) return policy;
  const { script, connect } = analyticsSources(analytics);
  const add = (text: string, name: string, sources: readonly string[]) =>
    sources.length === 0 ? text : text.replace(new RegExp(`${name} [^;]+`), (found) => `${found} ${sources.join(" ")}`);
  return add(add(policy, "script-src", script), "connect-src", connect);
}

/** The policy where any page may frame it. */
export const EMBED_POLICY = embedPolicy(null);

/** Longer descriptions are cut on the picture anyway. */
const DESCRIPTION_LETTERS = 500;
/** A page that is cross-origin isolated frames only documents that are, too (HTML §7.1.4). */
export const FRAMED_EVERYWHERE = {
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
};

const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** What every embed page of an edge has in common, and the player of this one. */
export interface EmbedFrame {
  files: PageFiles;
  player: EmbedPlayer;
  ads: EmbedAds | null;
  /** Of a preview of the player editor. */
  adFacts?: AdFacts | null;
  analytics: EmbedAnalytics | null;
  /** Which parts are watched most; null where the player does not show it, and while too little was watched. */
  watched: number[] | null;
  /** A file viewers may download. */
  download: string | null;
  stamp: string;
  /** Where the console is. */
  consoleUrl: string;
}

/** Writes an embed page: a player, or a sentence in its place when the video cannot play. */
export function writeEmbedPage(
  { files, player, ads, adFacts, analytics, watched, download, stamp, consoleUrl }: EmbedFrame,
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
    ...(shown.captions.length > 0 ? { transcripts: transcriptsOf(shown, token) } : {}),
    ...(watched ? { watched } : {}),
    duration_seconds: shown.durationSeconds,
    live,
    ads,
    ...(adFacts ? { ad_facts: adFacts } : {}),
    analytics,
    stamp,
    now: status,
    description: player.settings.description_overlay ? beginningOf(shown.description, DESCRIPTION_LETTERS) : "",
    download,
    // Nothing moves below the controls of a sound.
    player: shown.soundOnly ? { ...player, settings: { ...player.settings, hide_after_seconds: 0 } } : player,
    console: new URL(consoleUrl).origin,
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
${page && opensAtOnce(page) ? files.streamScripts.map((script) => `<link rel="modulepreload" href="${script}">\n`).join("") : ""}${needsScript ? `<script type="module" src="${files.playerScript}"></script>` : ""}
</head>
<body>
<div id="${EMBED_ELEMENT_ID}"${page ? ` data-page="${escapeHtml(JSON.stringify(page))}"` : ""}>${content(page, status)}</div>
</body>
</html>
`;
}

/** Whether the player opens its stream as soon as it is there: what reads HLS is then fetched beside the player, not after it. */
const opensAtOnce = ({ now, player: { settings } }: EmbedPage): boolean =>
  now.availability === "playable" && (settings.autostart === "on" || (settings.preload ?? "none") !== "none");

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
  const begins = status.start_at
    ? `It begins on ${escapeHtml(DATE.format(new Date(status.start_at)))} UTC.`
    : escapeHtml(status.message ?? text);
  return `${picture}<div class="notice" role="status"><p class="notice-title">${title}</p><p>${begins}</p>${progress}</div>`;
}
