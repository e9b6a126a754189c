import { expect, test } from "vitest";
import { languageOfFileName } from "./languages.ts";

test.each([
  ["de.vtt", "de"],
  ["film.pt-br.srt", "pt-BR"],
  ["Harbour talk_en.vtt", "en"],
  ["interview FR.vtt", "fr"],
  ["film.zh-Hant.vtt", "zh-Hant"],
  ["captions.vtt", null],
  ["film.xx.vtt", null],
  ["made.vtt", null],
  ["de", null],
])("a caption file named %s is in the language %s", (name, tag) => expect(languageOfFileName(name)).toBe(tag));
