import { composed } from "../composed.ts";

/** Made when a name is first asked for: that costs a process tens of milliseconds. */
let names: Intl.DisplayNames | null = null;
let tags: ReadonlyMap<string, string> | null = null;

const TAG_MAX = 35;
/** Codes that caption sites and media servers made for what BCP 47 writes as language and region or script. */
const OWN_CODES = new Map([
  ["pob", "pt-BR"],
  ["chs", "zh-Hans"],
  ["cht", "zh-Hant"],
  ["zht", "zh-Hant"],
  ["spl", "es-419"],
]);

/**
 * A language as people and programs write it - `pt_BR`, `deu`, `English`, `français` - in its canonical BCP 47 form
 * (RFC 5646), such as `pt-BR`; null when the text is none.
 */
export function canonicalLanguage(text: string): string | null {
  const typed = composed(text.trim()).replaceAll("_", "-").toLowerCase();
  if (typed === "" || typed.length > TAG_MAX) return null;
  const locale = localeOf(OWN_CODES.get(typed) ?? typed);
  const primary = locale?.toString().split("-")[0] ?? "und";
  // ISO 639-3 has thousands of codes of three letters that Intl has no name for.
  if (locale && primary !== "und" && (nameOf(primary) !== null || primary.length === 3)) return locale.toString();
  return tagsByName().get(typed) ?? null;
}

/** A language's English name, or its tag when it has none. */
export const languageName = (tag: string): string => nameOf(tag) ?? tag;

function nameOf(tag: string): string | null {
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names.of(tag) ?? null;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/** The languages of ISO 639-1 and those people choose most, by their names in English and in themselves, in lower case. */
function tagsByName(): ReadonlyMap<string, string> {
  if (tags) return tags;
  const letters = Array.from("abcdefghijklmnopqrstuvwxyz");
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = codes.filter((code) => nameOf(code) !== null && localeOf(code)?.toString() === code);
  const found = new Map<string, string>();
  for (const tag of [...known, ...COMMON_LANGUAGES]) {
    for (const [locale, languageDisplay] of [
      ["en", "dialect"],
      ["en", "standard"],
      [tag, "dialect"],
    ] as const) {
      const name = new Intl.DisplayNames([locale], { type: "language", languageDisplay }).of(tag)?.toLowerCase();
      if (name !== undefined && !found.has(name)) found.set(name, tag);
    }
  }
  return (tags = found);
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
