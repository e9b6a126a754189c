// @vitest-environment jsdom
import { t } from "media-chrome/dist/utils/i18n.js";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { dateInWords, loadLanguage, pickLanguage, playerTexts } from "./language.ts";
import { SPANISH } from "./spanish.ts";

afterEach(() => loadLanguage("en"));

test.each([
  ["auto", ["de-AT", "en"], "de"],
  ["auto", ["it", "es-MX", "de"], "es"],
  ["auto", ["FR-ca"], "fr"],
  ["auto", ["zh-CN", "ja"], "en"],
  ["auto", ["constructor"], "en"],
  ["auto", [], "en"],
  ["fr", ["de"], "fr"],
  ["en", ["de"], "en"],
] as const)("a player set to %s speaks to a viewer with %s in %s", (setting, preferred, language) => {
  expect(pickLanguage(setting, preferred)).toBe(language);
});

test("the controls of media-chrome speak the language of the player's own words", async () => {
  expect(await loadLanguage("de")).toBe("de");
  expect([playerTexts().tryAgain, t("Play")]).toEqual(["Noch einmal versuchen", "Abspielen"]);
  expect(dateInWords(Date.UTC(2026, 2, 15, 12))).toContain("März");
  await loadLanguage("es");
  expect([playerTexts().share, t("Mute")]).toEqual(["Compartir", expect.not.stringMatching(/^Mute$/)]);
  await loadLanguage("en");
  expect([playerTexts().share, t("Mute")]).toEqual(["Share", "Mute"]);
});

test("a player takes the language of the browser when its settings name none", async () => {
  const languages = vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr-FR", "en"]);
  onTestFinished(() => languages.mockRestore());
  expect(await loadLanguage()).toBe("fr");
  expect(playerTexts().cancel).toBe("Annuler");
});

/** The texts of a dictionary by path, those with a blank with "7" in it. */
const textsOf = (words: object, path = ""): [string, string][] =>
  Object.entries(words).flatMap(([name, text]: [string, unknown]): [string, string][] => {
    if (typeof text === "object" && text !== null) return textsOf(text, `${path}${name}.`);
    return [
      [
        `${path}${name}`,
        typeof text === "function" ? String(Reflect.apply(text, undefined, ["7", "7"])) : String(text),
      ],
    ];
  });

test.each([
  ["German", GERMAN],
  ["French", FRENCH],
  ["Spanish", SPANISH],
])("%s has every text, with everything that goes into it", (_name, texts) => {
  const english = new Map(textsOf(ENGLISH));
  for (const [path, text] of textsOf(texts)) {
    expect(text.trim(), path).not.toBe("");
    expect(text.split("7").length, path).toBe(english.get(path)?.split("7").length);
  }
});
