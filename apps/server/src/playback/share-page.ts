import { EMBED_NOTICES } from "@kinora/domain/playback/embed-page.ts";
import { projectMark } from "@kinora/domain/projects/project-mark.ts";
import { posterAddress } from "./addresses.ts";
import type { PageFiles } from "./built-files.ts";
import { blockedPicture } from "./gate/refused-page.ts";
import { escapeHtml } from "./html.ts";
import type { PlaybackVideo } from "./playback-video.ts";
import { videoObject, writePreviewTags } from "./preview-tags.ts";
import type { ShareProject } from "./share-project.ts";
import { writeTranscript, type ShareTranscript } from "./share-transcript.ts";
import { sharedPicture } from "./shared-picture.ts";

/** Content security policy of share pages: their own files and the embed page of the same origin. */
export const SHARE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Why a page shows no video, and the public name of the picture behind that. */
export interface ShareRefusal {
  notice: "refused" | "taken_down" | "suspended";
  message: string;
  picture: string | null;
}

/** What a share page shows beside its video. */
interface SharePage {
  /** The query of its player. */
  options?: string;
  /** Whose video it is; null where the page must not say so, nor show the poster and the chapters. */
  project?: ShareProject | null;
  /** What is said in it; null where the page must not say so. */
  transcript?: ShareTranscript | null;
  /** Whether a password is asked for: the page shows the player's form and nothing of the video. */
  locked?: boolean;
  refusal?: ShareRefusal;
}

/**
 * Writes a share page: the player, the title, chapters, transcript and metadata for previews. Without a video it says that there is
 * none, or why it is refused.
 */
export function writeSharePage(
  files: PageFiles,
  edgeUrl: string,
  video: PlaybackVideo | null,
  { options = "", project = null, transcript = null, locked = false, refusal }: SharePage = {},
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>${escapeHtml(video?.title || "Video")}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files.shareStyle}">
<script type="module" src="${files.shareScript}"></script>
${video && !locked ? previewOf(edgeUrl, video) : '<meta name="robots" content="noindex">'}
</head>
<body>
${video && project ? ambient(video) : ""}<main>
${project ? brand(project) : ""}${video ? content(video, options, { isOpen: project !== null, locked }) : missing(refusal ?? null)}${transcript ? writeTranscript(transcript, clockTime) : ""}
</main>
</body>
</html>
`;
}

/** The poster behind everything, so blurred that only its colours are left. */
function ambient(video: PlaybackVideo): string {
  const poster = posterAddress(video, null, "embed");
  return poster ? `<img class="ambient" src="${escapeHtml(poster)}" alt="">\n` : "";
}

function brand(project: ShareProject): string {
  const { letter, color } = projectMark(project);
  const mark = `<span class="project-mark" data-color="${color}" aria-hidden="true">${escapeHtml(letter)}</span>`;
  return `<header class="brand">${mark}<span>${escapeHtml(project.name)}</span></header>\n`;
}

function content(
  video: PlaybackVideo,
  options: string,
  { isOpen, locked }: { isOpen: boolean; locked: boolean },
): string {
  const title = escapeHtml(video.title || "Video");
  const description = video.description.trim();
  const facts = [DATE.format(video.createdAt), ...(video.durationSeconds ? [clockTime(video.durationSeconds)] : [])];
  return `<div class="frame"><iframe src="/embed/${video.hash}${options && `?${escapeHtml(options)}`}" title="${title}" allow="autoplay; picture-in-picture" allowfullscreen></iframe></div>
<div class="head">
<div class="titles"><h1 dir="auto">${title}</h1>
${locked ? "" : `<p class="facts">${facts.map(escapeHtml).join(" · ")}</p>`}</div>
<div class="actions" hidden><button type="button" data-copy="link">Copy link</button><button type="button" data-copy="time">Copy link at <output>0:00</output></button></div>
</div>
${description ? `<div class="description" dir="auto">${escapeHtml(description)}</div>` : ""}${isOpen ? chapterList(video) : ""}`;
}

/** Each chapter is a link that works without the page's script. */
function chapterList({ chapters }: PlaybackVideo): string {
  const items = chapters.map(
    ({ start_seconds: start, title }) =>
      `<li><a href="?start=${start}" data-seconds="${start}"><time>${clockTime(start)}</time><span>${escapeHtml(title)}</span></a></li>`,
  );
  return items.length === 0
    ? ""
    : `<section class="chapters" aria-labelledby="chapters"><h2 id="chapters">Chapters</h2><ol>${items.join("")}</ol></section>`;
}

/** Seconds as a clock shows them: `0:42`, `1:02:03`. */
function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

function missing(refusal: SharePage["refusal"] | null): string {
  const { title, text } = EMBED_NOTICES[refusal?.notice ?? "missing"];
  const picture = refusal?.picture
    ? `<img class="waiting-picture" src="${blockedPicture(refusal.picture)}" alt="">`
    : "";
  return `<div class="frame">${picture}<div class="notice"><h1 class="notice-title" dir="auto">${title}</h1><p>${escapeHtml(refusal?.message ?? text)}</p></div></div>`;
}

/** What previews elsewhere show of the video. */
const previewOf = (edgeUrl: string, video: PlaybackVideo): string =>
  writePreviewTags(edgeUrl, {
    ...{ hash: video.hash, title: video.title, description: video.description },
    ...{ width: video.width ?? 1280, height: video.height ?? 720 },
    picture: sharedPicture(video),
    feed: null,
    data: videoObject(edgeUrl, video),
  });
