import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, type Chapter } from "@kinora/domain/videos/chapters.ts";
import { z } from "zod";
import { Refusal } from "../../platform/refusal.ts";

const document = z.object({
  chapters: z.array(
    z.object({
      startTime: z.coerce.number().min(0),
      title: z.string().default(""),
      /** False for chapters that only change the picture. */
      toc: z.boolean().default(true),
    }),
  ),
});

/**
 * Chapters of a podcast's episode (Podcast Namespace, JSON Chapters 1.2), in order. Those without a title or of the same
 * moment are left out. @throws Refusal `invalid` for another document.
 */
export function readChaptersJson(text: string): Chapter[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refusal("invalid", "The file is no JSON.");
  }
  const read = document.safeParse(json);
  if (!read.success) throw new Refusal("invalid", "The file has no chapters.");
  return tidyChapters(
    read.data.chapters.filter(({ toc }) => toc).map(({ startTime, title }) => ({ start_seconds: startTime, title })),
  );
}

/** Chapters in order, without those that have no title or begin at the moment of another one; long titles are cut. */
export function tidyChapters(chapters: readonly Chapter[]): Chapter[] {
  const byMoment = new Map<number, Chapter>();
  for (const { start_seconds: start, title } of chapters.toSorted((a, b) => a.start_seconds - b.start_seconds)) {
    const text = title.replaceAll(/\s+/g, " ").trim().slice(0, CHAPTER_TITLE_MAX).toWellFormed();
    const moment = Math.round(start * 1_000) / 1_000;
    if (text !== "" && !byMoment.has(moment)) byMoment.set(moment, { start_seconds: moment, title: text });
  }
  return [...byMoment.values()].slice(0, CHAPTERS_MAX);
}
