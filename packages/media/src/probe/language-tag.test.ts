import { expect, test } from "vitest";
import { languageTag } from "./language-tag.ts";

test.each([
  ["eng", "en"],
  ["deu", "de"],
  ["ger", "de"],
  ["fre", "fr"],
  ["chi", "zh"],
  ["de-AT", "de-AT"],
  ["hsb", "hsb"],
  ["und", null],
  ["", null],
  [undefined, null],
  ["```", null],
  ['en"\n#EXT', null],
])("a container's language %j is %j in a playlist", (said, expected) => {
  expect(languageTag(said)).toBe(expected);
});
