import { paragraphsOf, type Paragraph } from "@kinora/domain/videos/passages.ts";
import { readTranscript } from "@kinora/domain/videos/transcript.ts";
import type { Services } from "../context.ts";
import { RecentValues } from "../platform/process/recent-values.ts";
import { escapeHtml } from "./html.ts";
import type { PlaybackVideo } from "./playback-video.ts";

const KEPT_MS = 600_000;
const PATIENCE_MS = 1_000;
const MAXIMUM_TRANSCRIPTS = 100;

/** What is said in a video, to be read on its share page. */
export interface ShareTranscript {
  /** BCP 47. */
  language: string;
  paragraphs: readonly Paragraph[];
}

/**
 * Makes what reads the transcript of a video for its share page: of the captions shown by default, or else the first. It answers null
 * for a video without captions, and where its file cannot be read: the page has no transcript then.
 */
export function createShareTranscripts({
  storage,
  log,
}: Pick<Services, "storage" | "log">): (
  video: Pick<PlaybackVideo, "id" | "captions">,
) => Promise<ShareTranscript | null> {
  // A changed file has another key.
  const files = new RecentValues<Paragraph[]>({
    async load(key) {
      const { stream } = await storage.get(key);
      return paragraphsOf(readTranscript(Buffer.concat(await stream.toArray()).toString("utf8")));
    },
    freshMs: KEPT_MS,
    staleMs: KEPT_MS,
    patienceMs: PATIENCE_MS,
    maximumValues: MAXIMUM_TRANSCRIPTS,
    now: () => performance.now(),
  });
  return async ({ id, captions }) => {
    const track = captions.find(({ by_default: byDefault }) => byDefault) ?? captions[0];
    if (!track) return null;
    try {
      const paragraphs = await files.get(`assets/${id}/captions/${track.id}-${track.revision}.vtt`);
      return paragraphs && { language: track.language, paragraphs };
    } catch (error) {
      log.warn({ err: error, video: id }, "could not read a transcript");
      return null;
    }
  };
}

/** Each paragraph begins with a link to its moment, which works without the page's script. */
export function writeTranscript(
  { language, paragraphs }: ShareTranscript,
  clockTime: (seconds: number) => string,
): string {
  const written = paragraphs.map(({ start, speaker, text }) => {
    const name = speaker === null ? "" : `<b dir="auto">${escapeHtml(speaker)}</b> `;
    return `<p><a href="?start=${start}" data-seconds="${start}"><time>${clockTime(start)}</time></a><span dir="auto">${name}${escapeHtml(text)}</span></p>`;
  });
  return written.length === 0
    ? ""
    : `<details class="transcript"><summary>Transcript</summary><div lang="${escapeHtml(language)}">${written.join("\n")}</div></details>`;
}
