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
  ["L’été, don´t, Oʻahu, Слов’янськ", "l'ete, don't, o'ahu, слов'янськ"],
  ["„Zitat“ «mot» “word” 12″", '"zitat" "mot" "word" 12"'],
  ["1939–1945 — a‑b, בית־ספר צה״ל", '1939-1945 - a-b, בית-ספר צה"ל'],
  ["soft\u00adhyphen\u200b, \u200fשלום\u200e", "softhyphen, שלום"],
  ["I ❤\ufe0f it", "I ❤ it"],
  ["أحمد إلى مكتبة", "احمد الي مكتبه"],
  ["می\u200cخواهم کتاب ۱۴۰۳", "ميخواهم كتاب 1403"],
  ["الـــسلام ١٢", "السلام 12"],
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
  ["Don’t “stop”", `don't "s`, ["Don’t “s"]],
  ["a hy\u00adphen", "hyphen", ["hy\u00adphen"]],
  ["text", "", []],
])("in %j %j is found as it is written", (text, searched, expected) => {
  expect(findFolded(text, searched).map(({ from, to }) => text.slice(from, to))).toEqual(expected);
});
