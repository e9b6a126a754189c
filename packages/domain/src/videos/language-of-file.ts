import { canonicalLanguage, languageName } from "./languages.ts";

/** What stands behind a language: for whom captions are and how they are made. `hi` is "hearing impaired" there. */
const MARKS = /^(?:forced|foreign|sdh|hi|cc|hoh|default|full|auto|orig|captions?|subtitles?|subs?|\d{1,3})$/i;
/** Codes of three letters that are words of titles more often. */
const WORDS = new Set(["arm", "bin", "ice", "man", "may", "new", "run", "sad", "sat", "sun", "vol", "war"]);
const CODE = /^[a-z]{2,3}$/i;
const CODE_AND_REGION = /^[a-z]{2,3}[_-](?:[a-z]{2}|\d{3}|[a-z]{4}(?:[_-][a-z]{2})?)$/i;

/**
 * The language a caption file's name ends with, as players, editors and caption sites write it: `de.vtt`,
 * `film.pt_BR.srt`, `film.eng.srt`, `film.pl.hi.srt` (Polish, for the hearing impaired), `talk_en.vtt`, `2_English.srt`;
 * null when it ends with none that is known.
 */
export function languageOfFileName(fileName: string): string | null {
  const base = /^(.+)\.[a-z\d]+$/i.exec(fileName)?.[1];
  if (base === undefined) return null;
  const parts = base
    .split(/[.[\]()]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const part = parts[at] ?? "";
    const isMark = MARKS.test(part);
    // The `hi` of film.hi.srt is Hindi; it is a mark where a language stands before it.
    if (isMark && at > 0 && (!/^hi$/i.test(part) || languageOfParts(parts.slice(0, at)) !== null)) continue;
    return languageOfPart(part);
  }
  return null;
}

function languageOfParts(parts: readonly string[]): string | null {
  const last = parts.findLast((part) => !MARKS.test(part));
  return last === undefined ? null : languageOfPart(last);
}

/** A language that is a part of a name, or its end behind a `_` or a blank. */
function languageOfPart(part: string): string | null {
  const whole = languageOf(part);
  if (whole !== null) return whole;
  const [, region] = /[_ ]([a-z]{2,3}[_-][a-z\d]{2,4})$/i.exec(part) ?? [];
  const [, mark = "", end = ""] = /([_ ])([^_ ]+)$/.exec(part) ?? [];
  // Behind a blank, two small letters are a word of the title.
  const code = mark === " " && end.length < 4 && end !== end.toUpperCase() ? null : languageOf(end);
  return (region === undefined ? null : languageOf(region)) ?? code;
}

function languageOf(text: string): string | null {
  const isCode = CODE.test(text) ? !WORDS.has(text.toLowerCase()) : CODE_AND_REGION.test(text);
  if (!isCode && !/^\p{L}[\p{L}\p{M} ]{3,}$/u.test(text)) return known(/^([a-z]{2,3})-[a-z]+$/i.exec(text)?.[1]);
  return known(text) ?? (isCode ? known(/^([a-z]{2,3})-[a-z]{4}$/i.exec(text)?.[1]) : null);
}

/** The tag, where each part of it has a name. */
function known(text: string | undefined): string | null {
  const tag = text === undefined ? null : canonicalLanguage(text);
  if (tag === null || languageName(tag) === tag) return null;
  const { region, script } = new Intl.Locale(tag);
  const named = (type: "region" | "script", code: string | undefined) =>
    code === undefined || new Intl.DisplayNames(["en"], { type, fallback: "none" }).of(code) !== undefined;
  return named("region", region) && named("script", script) ? tag : null;
}
