import { expect, test } from "vitest";
import { findFolded, fold, holdsFolded } from "./folded-text.ts";

test.each([
  ["Łódź", "lodz"],
  ["Straße", "STRASSE"],
  ["GROẞE", "grosse"],
  ["Hà Nội", "ha noi"],
  ["Đà Nẵng", "da nang"],
  ["Smørrebrød på Ærø", "smorrebrod pa aero"],
  ["Þingvellir", "thingvellir"],
  ["İstanbul, Iğdır", "istanbul, igdir"],
  ["Cœur", "COEUR"],
  ["Ἀθῆναι ΟΔΟΣ", "αθηναι οδος"],
  ["Ёлка", "елка"],
  ["שָׁלוֹם", "שלום"],
  ["مُحَمَّد", "محمد"],
  ["ＡＢＣ ｶﾞ ﬁlm", "abc ガ film"],
])("%s is searched for as %s", (written, typed) => {
  expect(fold(written)).toBe(fold(typed));
  expect(holdsFolded(`a ${written} b`, typed)).toBe(true);
  expect(holdsFolded(typed, written)).toBe(true);
});

test.each([
  ["か", "が"],
  ["각", "가"],
  ["कि", "क"],
  ["ก", "กิ"],
])("%s is another letter than %s, not the same with an accent", (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test("folding twice is folding once, for every character", () => {
  const others = Array.from({ length: 0x3_0000 }, (_, code) => code)
    .filter((code) => !(code >= 0xd800 && code < 0xe000))
    .map((code) => fold(String.fromCodePoint(code)))
    .filter((once) => fold(once) !== once);
  expect(others).toEqual([]);
});

test.each([
  ["Die Straße", "ss", ["ß"]],
  ["Die Straße", "s", ["S", "ß"]],
  ["Łódź, łodzie", "lodz", ["Łódź", "łodz"]],
  ["Ha\u0300 No\u0323\u0302i", "noi", ["No\u0323\u0302i"]],
  ["Ha\u0300 No\u0323\u0302i", "ha", ["Ha\u0300"]],
  ["😀 é", "e", ["é"]],
  ["aaa", "aa", ["aa"]],
  ["text", "", []],
])("in %j %j is found as it is written", (text, searched, expected) => {
  expect(findFolded(text, searched).map(({ from, to }) => text.slice(from, to))).toEqual(expected);
});
