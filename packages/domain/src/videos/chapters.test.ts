import { expect, test } from "vitest";
import { chapterProblems, writeChapters } from "./chapters.ts";

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
