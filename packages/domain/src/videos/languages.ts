/** Made when a name is first asked for: that costs a process tens of milliseconds. */
let names: Intl.DisplayNames | null = null;

/** A language in its canonical BCP 47 form (RFC 5646), such as `pt-BR`; null when the text is none. */
export function canonicalLanguage(text: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim());
    return tag !== undefined && tag.length <= 35 ? tag : null;
  } catch {
    return null;
  }
}

/** A language's English name, or its tag when it has none. */
export function languageName(tag: string): string {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names.of(tag) ?? tag;
}

/**
 * The language a caption file's name ends with, as players and editors write it: `de.vtt`, `film.pt-BR.srt`, `talk_en.vtt`;
 * null when it ends with none.
 */
export function languageOfFileName(fileName: string): string | null {
  const last = /(?:^|[._ ])([a-z]{2}(?:-[a-z0-9]{2,8})*)\.[a-z]+$/i.exec(fileName)?.[1];
  const tag = last === undefined ? null : canonicalLanguage(last);
  return tag === null || languageName(tag) === tag ? null : tag;
}

/** Languages people choose most; any other can be typed by its tag. */
export const COMMON_LANGUAGES = [
  "ar",
  "bg",
  "bn",
  "ca",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "en-GB",
  "en-US",
  "es",
  "es-419",
  "et",
  "fa",
  "fi",
  "fr",
  "fr-CA",
  "he",
  "hi",
  "hr",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "lt",
  "lv",
  "ms",
  "nb",
  "nl",
  "pl",
  "pt",
  "pt-BR",
  "ro",
  "ru",
  "sk",
  "sl",
  "sr",
  "sv",
  "ta",
  "th",
  "tr",
  "uk",
  "ur",
  "vi",
  "zh-Hans",
  "zh-Hant",
] as const;
