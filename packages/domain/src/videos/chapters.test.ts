import { expect, test } from "vitest";
import { chapterProblems, readChapterList, writeChapters } from "./chapters.ts";

test("a pasted list becomes chapters", () => {
  const { chapters, problem } = readChapterList("00:00 Intro\n\n1:30 - The middle\n[1:02:03.5] End");
  expect(problem).toBeNull();
  expect(chapters).toEqual([
    { start_seconds: 0, title: "Intro" },
    { start_seconds: 90, title: "The middle" },
    { start_seconds: 3723.5, title: "End" },
  ]);
});

test.each([
  ["Intro 00:00", 1],
  ["00:00 Intro\n00:75 Wrong", 2],
  ["00:00", 1],
])("%j is refused at its line", (text, line) => {
  expect(readChapterList(text).problem?.line).toBe(line);
});

test("chapters must be in order, named and within the video", () => {
  const problems = chapterProblems(
    [
      { start_seconds: 5, title: "a" },
      { start_seconds: 5, title: " " },
      { start_seconds: 80, title: "c" },
    ],
    60,
  );
  expect([...problems.keys()]).toEqual(["1.title", "1.start_seconds", "2.start_seconds"]);
  expect(chapterProblems([{ start_seconds: 0, title: "a" }], null).size).toBe(0);
});

test("chapters are written as WebVTT that ends with the video", () => {
  const text = writeChapters(
    [
      { start_seconds: 0, title: "A <b>" },
      { start_seconds: 2, title: "B" },
    ],
    10,
  );
  expect(text).toBe("WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nA &lt;b&gt;\n\n00:00:02.000 --> 00:00:10.000\nB\n");
});
