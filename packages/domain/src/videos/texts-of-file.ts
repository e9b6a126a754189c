import { composed } from "../composed.ts";
import { CAPTIONS_LABEL_MAX, type CaptionsKind } from "./captions.ts";
import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, type Chapter } from "./chapters.ts";
import { canonicalLanguage, languageName } from "./languages.ts";

/** What a track of captions within a film says of itself. */
export interface TrackOfFile {
  language: string | null;
  title: string | null;
  forced: boolean;
  describesSounds: boolean;
}

/** What BCP 47 calls a language that is not known (RFC 5646 §4.1). */
const UNKNOWN_LANGUAGE = "und";

/**
 * Language, label and kind of the captions within a film, in its order: the language that a track says, `und` where it says
 * none, and its title, else the language's name. Labels are told apart by a number. Pure.
 */
export function describeTracks(
  tracks: readonly TrackOfFile[],
): { language: string; label: string; kind: CaptionsKind }[] {
  const taken = new Set<string>();
  return tracks.map(({ language: said, title, forced, describesSounds }) => {
    const language = (said === null ? null : canonicalLanguage(said)) ?? UNKNOWN_LANGUAGE;
    const named =
      plain(title ?? "") ||
      `${language === UNKNOWN_LANGUAGE ? "Captions" : languageName(language)}${forced ? " (forced)" : ""}`;
    let label = cut(named, CAPTIONS_LABEL_MAX);
    for (let count = 2; taken.has(label.toLowerCase()); count += 1)
      label = `${cut(named, CAPTIONS_LABEL_MAX - 4)} ${count}`;
    taken.add(label.toLowerCase());
    return { language, label, kind: describesSounds ? "captions" : "subtitles" };
  });
}

/**
 * The chapters of a film as they can be saved: in order, each at a moment of its own and before the end, numbered where they
 * have no title. A single one says nothing and is left out. Pure.
 */
export function chaptersOfFile(
  found: readonly { startSeconds: number; title: string | null }[],
  durationSeconds: number | null,
): Chapter[] {
  const chapters: Chapter[] = [];
  for (const { startSeconds, title } of found.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const start = Math.round(startSeconds * 1000) / 1000;
    if (start <= (chapters.at(-1)?.start_seconds ?? -1) || start >= (durationSeconds ?? Infinity)) continue;
    if (chapters.length === CHAPTERS_MAX) break;
    chapters.push({
      start_seconds: start,
      title: cut(plain(title ?? ""), CHAPTER_TITLE_MAX) || `Chapter ${chapters.length + 1}`,
    });
  }
  return chapters.length > 1 ? chapters : [];
}

/** Half a character at the end, as of an emoji, cannot be stored. */
const cut = (text: string, longest: number): string => text.slice(0, longest).toWellFormed().trim();

const plain = (text: string): string =>
  composed(text)
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
