import fc from "fast-check";
import { expect, test } from "vitest";
import { readCaptions } from "../videos/captions.ts";
import { CUE_LINE_MAX, CUE_MAX_MS, cuesOf, webVttOf } from "./cues.ts";
import { widthOf, wordsOf, type HeardWord } from "./heard.ts";

/** Words that are said at three a second, from a moment on. */
const said = (text: string, fromMs = 0): HeardWord[] => {
  const count = text.split(" ").length;
  return wordsOf({ text, startMs: fromMs, endMs: fromMs + count * 333 });
};
const linesOf = (words: readonly HeardWord[]) => cuesOf(words).map(({ lines }) => lines);

test("a sentence that ends ends its caption", () => {
  expect(linesOf(said("This is the first sentence. And this is another."))).toEqual([
    ["This is the first sentence."],
    ["And this is another."],
  ]);
});

test("short answers share a caption, and a pause begins another", () => {
  expect(linesOf([...said("Yes. No."), ...said("Maybe.", 2_000)])).toEqual([["Yes. No."], ["Maybe."]]);
});

test("a long sentence has two lines of equal width, and is cut at a comma", () => {
  const long =
    "When the caravan reached the well in the evening, nobody of those who had walked all day said a word to the others";
  const cues = cuesOf(said(long));
  expect(cues[0]?.lines).toEqual(["When the caravan reached", "the well in the evening,"]);
  expect(cues.flatMap(({ lines }) => lines).join(" ")).toBe(long);
});

test("a caption stays for a second, unless the next one begins", () => {
  const [first, second] = cuesOf([
    { text: "Hi.", spaced: true, startMs: 0, endMs: 200 },
    { text: "Well.", spaced: true, startMs: 5_000, endMs: 5_100 },
  ]);
  expect([first?.endMs, second?.endMs]).toEqual([1_000, 6_000]);
  const [early] = cuesOf([
    { text: "Hi.", spaced: true, startMs: 0, endMs: 100 },
    { text: "Well.", spaced: true, startMs: 950, endMs: 1_800 },
  ]);
  expect(early?.endMs).toBe(950);
});

test("whatever is said, captions are in order, short enough and complete", () => {
  const word = fc.record({
    text: fc.constantFrom("a", "the", "caravan", "evening,", "well.", "Donaudampfschifffahrt", "今天", "?"),
    gap: fc.nat(1_500),
    length: fc.nat(1_200),
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), (all) => {
      let at = 0;
      const words = all.map(({ text, gap, length }) => {
        const startMs = at + gap;
        at = startMs + length;
        return { text, spaced: true, startMs, endMs: at };
      });
      const cues = cuesOf(words);
      expect(cues.flatMap(({ lines }) => lines).join(" ")).toBe(all.map(({ text }) => text).join(" "));
      let last = 0;
      for (const { startMs, endMs, lines } of cues) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThan(startMs);
        expect(endMs - startMs).toBeLessThanOrEqual(CUE_MAX_MS);
        expect(lines.length).toBeLessThanOrEqual(2);
        expect(lines.every((line) => widthOf(line) <= CUE_LINE_MAX)).toBe(true);
        last = startMs;
      }
    }),
  );
});

test("the file is what the reader of captions reads, without tags of its own", () => {
  const file = webVttOf(cuesOf(said("Say <b>this</b> & that.")));
  expect(file).toBe("WEBVTT\n\n00:00:00.000 --> 00:00:01.332\nSay &lt;b&gt;this&lt;/b&gt; &amp; that.\n");
  expect(readCaptions(file)).toMatchObject({ vtt: file, cues: 1, skipped: [] });
});
