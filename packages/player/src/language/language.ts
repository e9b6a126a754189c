import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { setLanguage } from "media-chrome/dist/utils/i18n.js";
import { ENGLISH, type PlayerTexts } from "./english.ts";

type Language = Exclude<PlayerSettings["language"], "auto">;

/** English comes with the player, another language with its first player. */
const LANGUAGES: Record<Language, () => Promise<PlayerTexts>> = {
  en: () => Promise.resolve(ENGLISH),
  de: () => import("./german.ts").then(({ GERMAN }) => GERMAN),
  fr: () => import("./french.ts").then(({ FRENCH }) => FRENCH),
  es: () => import("./spanish.ts").then(({ SPANISH }) => SPANISH),
};

let language: Language = "en";
let loaded: PlayerTexts = ENGLISH;

/** The words of the page's players; media-chrome's own are in the same language. */
export const playerTexts = (): PlayerTexts => loaded;

/** The language of the page's players as a tag of BCP 47, for numbers. */
export const languageTag = (): string => (language === "en" ? "en-US" : language);

/** A moment as the viewer's clock shows it, in the language of the page's players. */
export const dateInWords = (moment: number): string =>
  new Intl.DateTimeFormat(languageTag(), { dateStyle: "long", timeStyle: "short" }).format(moment);

/**
 * Makes the players of the page that are created from now on speak the language of their settings. Where its file is not
 * fetched, they speak English. Returns the language.
 */
export async function loadLanguage(setting: PlayerSettings["language"] = "auto"): Promise<Language> {
  const wanted = pickLanguage(setting, navigator.languages);
  const texts = await LANGUAGES[wanted]().catch(() => null);
  language = texts ? wanted : "en";
  loaded = texts ?? ENGLISH;
  setLanguage(language);
  return language;
}

/** The language of a player for a viewer with these languages, the most preferred one first. Pure. */
export function pickLanguage(setting: PlayerSettings["language"], preferred: readonly string[]): Language {
  if (setting !== "auto") return setting;
  const known = preferred.map((tag) => tag.toLowerCase().split("-")[0]);
  return known.find((base): base is Language => base !== undefined && Object.hasOwn(LANGUAGES, base)) ?? "en";
}
