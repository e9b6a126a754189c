import { expect, test } from "vitest";
import { composed } from "./composed.ts";

test("a text is composed, and keeps what it has", () => {
  for (const text of ["Cafe\u0301", "Nội", "한국어", "कि", "שָׁלוֹם", "😀", ""])
    expect(composed(text)).toBe(text.normalize("NFC"));
  const marked = `a${"\u0301".repeat(100)}b`;
  expect(composed(marked)).toBe(marked.normalize("NFC"));
});

test("a text of many marks is composed in a moment, without those beyond a hundred", () => {
  const began = performance.now();
  const text = composed(`a${"\u0301\u0323".repeat(250_000)}b`);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect([text.startsWith("\u1ea1"), text.endsWith("b"), text.length]).toEqual([true, true, 101]);
});
