import { formatVttTime } from "./vtt-time.ts";

export const CHAPTERS_MAX = 200;
export const CHAPTER_TITLE_MAX = 120;
/** Milliseconds are as fine as WebVTT can say. */
const FINEST_SECONDS = 0.001;

/** A part of a video that has a name; it ends where the next one begins. */
export interface Chapter {
  start_seconds: number;
  title: string;
}

/**
 * What is wrong with a list of chapters, by place in the list and field (`3.title`); empty when it can be saved. They
 * must be in order, each begin at a moment of its own and within the video when its length is known. Pure.
 */
export function chapterProblems(chapters: readonly Chapter[], durationSeconds: number | null): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [index, { start_seconds: start, title }] of chapters.entries()) {
    const before = chapters[index - 1];
    if (title.trim() === "") problems.set(`${index}.title`, "Give this chapter a title.");
    else if (title.trim().length > CHAPTER_TITLE_MAX)
      problems.set(`${index}.title`, `A chapter's title can have up to ${CHAPTER_TITLE_MAX} characters.`);
    if (!Number.isFinite(start) || start < 0)
      problems.set(`${index}.start_seconds`, "Write the time as 1:02:03 or 02:03.");
    else if (before && start < before.start_seconds + FINEST_SECONDS)
      problems.set(`${index}.start_seconds`, "This chapter has to begin after the one above it.");
    else if (durationSeconds !== null && start >= durationSeconds)
      problems.set(`${index}.start_seconds`, "This chapter begins after the video's end.");
  }
  return problems;
}

/** Chapters as a WebVTT file of kind `chapters` (W3C WebVTT §5.2); the last one ends with the video. Pure. */
export function writeChapters(chapters: readonly Chapter[], durationSeconds: number | null): string {
  const cues = chapters.map(({ start_seconds: start, title }, index) => {
    const end = chapters[index + 1]?.start_seconds ?? Math.max(durationSeconds ?? 0, start + 1);
    const text = title.replaceAll("-->", "→").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return `${formatVttTime(start)} --> ${formatVttTime(end)}\n${text.replaceAll(/\s+/g, " ")}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}
