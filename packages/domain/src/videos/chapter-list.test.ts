import { describe, expect, test } from "vitest";
import { readChapterList } from "./chapter-list.ts";

test("a pasted list becomes chapters", () => {
  const { chapters, skipped, problem } = readChapterList("00:00 Intro\n\n1:30 - The middle\n[1:02:03.5] End");
  expect([problem, skipped]).toEqual([null, []]);
  expect(chapters).toEqual([
    { start_seconds: 0, title: "Intro" },
    { start_seconds: 90, title: "The middle" },
    { start_seconds: 3723.5, title: "End" },
  ]);
});

describe("two chapters are read", () => {
  test.each([
    ["1. 0:00 Beginning", "2. 1:30 Middle"],
    ["1) 0:00 Beginning", "2) 1:30 Middle"],
    ["01 - 0:00 Beginning", "02 - 1:30 Middle"],
    ["Chapter 1: 0:00 Beginning", "Chapter 2: 1:30 Middle"],
    ["\u2022 0:00 Beginning", "\u2022 1:30 Middle"],
    ["- 0:00 Beginning", "- 1:30 Middle"],
    ["* 0:00 Beginning", "*\t1:30 Middle"],
    ["\u25b6\ufe0f 0:00 Beginning", "\u25b6\ufe0f 1:30 Middle"],
    ["0:00: Beginning", "1:30: Middle"],
    ["0:00\u2013Beginning", "1:30\u2013Middle"],
    ["0:00 | Beginning", "1:30 | Middle"],
    ["0:00 \u2192 Beginning", "1:30 \u2192 Middle"],
    ["(0:00) Beginning", "(1:30) Middle"],
    ["[00:00:00] - Beginning", "[00:01:30] - Middle"],
    ["00:00:00.000 Beginning", "00:01:30.000 Middle"],
    ["0:00 - 1:30 Beginning", "1:30 - 2:00 Middle"],
    ["0:00-1:30: Beginning", "1:30-2:00: Middle"],
    ["0\uff1a00 Beginning", "1\uff1a30 Middle"],
    ["Beginning 0:00", "Middle 1:30"],
    ["Beginning - 0:00", "Middle - 1:30"],
    ["Beginning: 0:00", "Middle: 1:30"],
    ["Beginning (0:00)", "Middle(1:30)"],
    ["1. Beginning 0:00", "2. Middle 1:30"],
    ["\u2022 Beginning \u2013 0:00", "\u2022 Middle \u2013 1:30"],
    ["0:00\nBeginning", "1:30\nMiddle"],
    ["01 - Beginning 00:00", "02 - Middle 01:30"],
    ["Beginning @ 0:00", "Middle @ 1:30"],
    ["0:00 --> 1:30 Beginning", "1:30 --> 2:00 Middle"],
    ["00:00:00:00 Beginning", "00:01:30:12 Middle"],
    ["00:00:00;00 Beginning", "00:01:30;12 Middle"],
    ["| 0:00 | Beginning |", "| 1:30 | Middle |"],
    ["0:00 | 1:30 | Beginning", "1:30 | 2:00 | Middle"],
    ["**0:00** Beginning", "**1:30** Middle"],
    ["[0:00](https://example.com/?t=0) Beginning", "[1:30](https://example.com/?t=90) Middle"],
    ["- [x] 0:00 Beginning", "- [ ] 1:30 Middle"],
    ["1\ufe0f\u20e3 0:00 Beginning", "2\ufe0f\u20e3 1:30 Middle"],
    ["(1) 0:00 Beginning", "(2) 1:30 Middle"],
    ["a) 0:00 Beginning", "b) 1:30 Middle"],
    ["I. 0:00 Beginning", "II. 1:30 Middle"],
    ["CH1 0:00 Beginning", "CH2 1:30 Middle"],
    ["\u2460 0:00 Beginning", "\u2461 1:30 Middle"],
    ["[0:00] - [1:30] Beginning", "[1:30] - [2:00] Middle"],
    ["Beginning ... 0:00", "Middle ........ 1:30"],
    ["0h00m00s Beginning", "1m30s Middle"],
    ["\u0660:\u0660\u0660 Beginning", "\u0661:\u0663\u0660 Middle"],
  ])("from %j and %j", (first, second) => {
    const expected = [
      { start_seconds: 0, title: "Beginning" },
      { start_seconds: 90, title: "Middle" },
    ];
    expect(readChapterList(`${first}\n${second}`)).toEqual({ chapters: expected, skipped: [], problem: null });
    const within = readChapterList(`What this film is about.\r\n\r\n${first}\r\n${second}\r\nThanks!`);
    expect(within.chapters).toEqual(expected);
    expect(within.skipped).toHaveLength(2);
  });
});

test.each([
  ["0:00 12 angry men", "12 angry men"],
  ["0:00 2:1, a result", "2:1, a result"],
  ["0:00 ...and more", "...and more"],
  ["0:00 -5 degrees", "-5 degrees"],
  ["0:00 (Intro)", "(Intro)"],
  ["2001 0:00", "2001"],
])("the title of %j is %j", (line, title) =>
  expect(readChapterList(line).chapters).toEqual([{ start_seconds: 0, title }]),
);

test.each([
  ["00:00 Intro\n00:75 Wrong", 2],
  ["00:00", 1],
  ["00:00\n1:30 Middle", 1],
])("%j is refused at its line", (text, line) => {
  expect(readChapterList(text).problem?.line).toBe(line);
});

test.each(["We meet at 12 and talk.", "In 3:15 minutes of it", "12.5 Intro"])("%j is no chapter", (line) =>
  expect(readChapterList(line)).toEqual({ chapters: [], skipped: [1], problem: null }),
);
