import { expect, test } from "vitest";
import { chaptersOfFile, describeTracks } from "./texts-of-file.ts";

const track = { language: null, title: null, forced: false, describesSounds: false };

test("tracks are named by their title, else by their language, and told apart", () => {
  const described = describeTracks([
    { ...track, language: "de" },
    { ...track, language: "de", forced: true },
    { ...track, language: "en", title: " English\u0007SDH ", describesSounds: true },
    { ...track, language: "de", title: "german" },
    track,
    { ...track, title: "x".repeat(80) },
  ]);
  expect(described).toEqual([
    { language: "de", label: "German", kind: "subtitles" },
    { language: "de", label: "German (forced)", kind: "subtitles" },
    { language: "en", label: "English SDH", kind: "captions" },
    { language: "de", label: "german 2", kind: "subtitles" },
    { language: "und", label: "Captions", kind: "subtitles" },
    { language: "und", label: "x".repeat(60), kind: "subtitles" },
  ]);
});

test("chapters are in order, within the film and have titles; a single one is left out", () => {
  const found = [
    { startSeconds: 4, title: null },
    { startSeconds: 0, title: "Beginning" },
    { startSeconds: 4.0001, title: "The same moment" },
    { startSeconds: 10, title: "At the end" },
  ];
  expect(chaptersOfFile(found, 10)).toEqual([
    { start_seconds: 0, title: "Beginning" },
    { start_seconds: 4, title: "Chapter 2" },
  ]);
  expect(chaptersOfFile(found.slice(1, 2), 10)).toEqual([]);
});

test("a title that is cut within an emoji ends with a character that can be stored", () => {
  const title = `x${"😀".repeat(200)}`;
  const chapters = chaptersOfFile(
    [0, 4].map((startSeconds) => ({ startSeconds, title })),
    10,
  );
  const labels = describeTracks([
    { ...track, title },
    { ...track, title },
  ]).map(({ label }) => label);
  const texts = [...chapters.map((chapter) => chapter.title), ...labels];
  expect(texts.map((text) => [text.length, text.isWellFormed()])).toEqual([
    [120, true],
    [120, true],
    [60, true],
    [58, true],
  ]);
});
