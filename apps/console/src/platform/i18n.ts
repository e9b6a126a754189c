import i18next from "i18next";
import { initReactI18next } from "react-i18next";

/** The only language there is (spec §9, default locale); numbers and dates are written as in en-US. */
const LANGUAGE = "en";

const warned = new Set<string>();

/**
 * Starts the texts of the console. A key nobody wrote a text for is logged once and shows as empty text (spec §8).
 */
export function startTexts(texts: Record<string, object>): void {
  void i18next.use(initReactI18next).init({
    lng: LANGUAGE,
    fallbackLng: LANGUAGE,
    resources: { [LANGUAGE]: texts },
    defaultNS: "layout",
    interpolation: { escapeValue: false },
    returnNull: false,
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => warnOnce(`${namespace}:${key}`),
    parseMissingKeyHandler: () => "",
    initAsync: false,
  });
}

/** Adds the texts of a room, which come with its pages. */
export function addTexts(room: string, texts: object): void {
  if (!i18next.hasResourceBundle(LANGUAGE, room)) i18next.addResourceBundle(LANGUAGE, room, texts);
}

function warnOnce(key: string): void {
  if (warned.has(key)) return;
  warned.add(key);
  globalThis.console.warn(`There is no text for "${key}".`);
}
