import { expect, test, vi } from "vitest";
import { CHAPTERS_MAXIMUM_BYTES, readChapterFile } from "./chapter-file.ts";

const two = [
  { start_seconds: 0, title: "Beginning" },
  { start_seconds: 90.5, title: "Middle, and more" },
];

test.each([
  [
    "WebVTT",
    "WEBVTT\n\n1\n00:00.000 --> 01:30.500\nBeginning\n\n2\n01:30.500 --> 03:00.000 align:start\nMiddle, and\nmore\n",
  ],
  [
    "WebVTT with notes",
    "WEBVTT - Film\n\nNOTE\nmade by hand\n\n00:00:00.000 --> 00:01:30.500\n<v Anna>Beginning\n\n00:01:30.500 --> 00:03:00.000\nMiddle, and more",
  ],
  [
    "WebVTT whose cues are named",
    "WEBVTT\n\nBeginning\n00:00.000 --> 01:30.500\n\nMiddle, and more\n01:30.500 --> 03:00.000\n",
  ],
  [
    "WebVTT without empty lines",
    "WEBVTT\r00:00.000 --> 01:30.500\rBeginning\r01:30.500 --> 03:00.000\rMiddle, and more\r",
  ],
  [
    "SubRip",
    "1\r\n00:00:00,000 --> 00:01:30,500\r\nBeginning\r\n\r\n2\r\n00:01:30,500 --> 00:03:00,000\r\nMiddle, and more\r\n",
  ],
  [
    "lines of OGM",
    "CHAPTER01=00:00:00.000\nCHAPTER01NAME=Beginning\nCHAPTER02=00:01:30.500\nCHAPTER02NAME=Middle, and more\n",
  ],
  ["labels of Audacity", "0.000000\t0.000000\tBeginning\n\\\t100.0\t200.0\n90,500000\t180.000000\tMiddle, and more\n"],
  [
    "JSON of podcasts",
    '{"version":"1.2.0","chapters":[{"startTime":0,"title":"Beginning"},{"startTime":40,"img":"a.jpg","toc":false},{"startTime":90.5,"title":"Middle, and more"}]}',
  ],
  [
    "JSON of ffprobe",
    '{"chapters":[{"start_time":"0.000000","tags":{"title":"Beginning"}},{"start_time":"90.500000","tags":{"title":"Middle, and more"}}]}',
  ],
  ["JSON in a list", '[{"start":"0:00","name":"Beginning"},{"start":"1:30.5","name":"Middle,\\nand more"}]'],
  [
    "XML of Matroska",
    `<?xml version="1.0"?><Chapters><EditionEntry><ChapterAtom><ChapterTimeStart>00:00:00.000000000</ChapterTimeStart>
      <ChapterDisplay><ChapterString>Beginning</ChapterString></ChapterDisplay>
      <ChapterDisplay><ChapterString>Anfang</ChapterString></ChapterDisplay></ChapterAtom>
      <ChapterAtom><ChapterTimeStart>00:01:30.500000000</ChapterTimeStart>
      <ChapterDisplay><ChapterString>Middle, and more</ChapterString></ChapterDisplay></ChapterAtom></EditionEntry></Chapters>`,
  ],
  ["CSV", '0:00,Beginning\n1:30.5,"Middle, and more"\n'],
  ["CSV with names", 'Start,Title\n0:00,Beginning\n1:30.5,"Middle, and more"\n'],
  [
    "CSV of a spreadsheet",
    "\uFEFFsep=;\r\nTitel;Name;Start Time\r\n;Beginning;00:00:00\r\n;Middle, and more;00:01:30,5\r\n",
  ],
  ["CSV with tabs and ends", "Name\tStart\tEnd\nBeginning\t0:00\t1:30.5\nMiddle, and more\t1:30.5\t3:00\n"],
  ["CSV whose times are seconds", 'title,start_seconds\nBeginning,0\n"Middle, and more",90.5\n'],
  ["CSV whose title comes first", 'Beginning;0:00\n"Middle, and more";1:30.5\n'],
  ["a list", "0:00 Beginning\n1:30.5 Middle, and more\n"],
  ["a list whose title comes first", "Beginning: 0:00\nMiddle, and more 1:30.5\n"],
])("chapters of %s are read", (_, text) => {
  expect(readChapterFile(text)).toEqual({ chapters: two, skipped: [], problem: null });
});

test("a list with commas in its titles is no table", () => {
  const text = "0:00 Hello, world\n1:00 Red, green, blue\nThanks, all";
  expect(readChapterFile(text)).toMatchObject({
    chapters: [{ title: "Hello, world" }, { title: "Red, green, blue" }],
    skipped: [3],
  });
});

test("bars within titles divide no table", () => {
  const { chapters } = readChapterFile("0:00 | Beginning | of all\n1:30 | Middle | of it\n");
  expect(chapters.map(({ title }) => title)).toEqual(["Beginning | of all", "Middle | of it"]);
});

test("rows without a time are left out of a table, and a cue without a title is named", () => {
  expect(readChapterFile("start,title\n0:00,Beginning\nsoon,Middle\n")).toMatchObject({ skipped: [3] });
  expect(readChapterFile("WEBVTT\n\n00:00.000 --> 00:01.000\n\n").problem).toEqual({
    line: 3,
    text: "00:00.000 --> 00:01.000",
  });
});

test("a semicolon before frames divides no cells", () => {
  expect(readChapterFile("00:00:00;00 Beginning\n00:01:30;12 Middle\n").chapters).toEqual([
    { start_seconds: 0, title: "Beginning" },
    { start_seconds: 90, title: "Middle" },
  ]);
});

test("metadata that ffmpeg wrote has its chapters, in any time base", () => {
  const text = [
    ";FFMETADATA1\ntitle=A film\nartist=Me",
    "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=65500\ntitle=Beginning \\= all",
    "[CHAPTER]\nTIMEBASE=1/90000\nSTART=5895000\nEND=9000000\ntitle=Next",
    "[CHAPTER]\nSTART=90000000000\nEND=91000000000\ntitle=Last",
    "[CHAPTER]\nTIMEBASE=1/1000\nSTART=95000\nEND=96000",
    "[STREAM]\ntitle=Not a chapter",
  ].join("\n");
  expect(readChapterFile(text)).toEqual({
    chapters: [
      { start_seconds: 0, title: "Beginning = all" },
      { start_seconds: 65.5, title: "Next" },
      { start_seconds: 90, title: "Last" },
    ],
    skipped: [18],
    problem: null,
  });
});

test.each([
  ["metadata of ffmpeg", ";FFMETADATA1\n", (at: number) => `[CHAPTER]\nSTART=${at}\ntitle=${at}\n`],
  ["cues", "WEBVTT\n\n", (at: number) => `${at}:00:00.000 --> ${at}:00:01.000\n${at}\n\n`],
])("a line of %s is read a few times, however many chapters there are", (_what, head, chapter) => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => chapter(10 + (at % 80))).join("");
  const looks = (count: number) => {
    const trimmed = vi.spyOn(String.prototype, "trim");
    const sliced = vi.spyOn(Array.prototype, "slice");
    readChapterFile(head + lines(count));
    const copied = sliced.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0);
    const seen = trimmed.mock.calls.length + copied;
    trimmed.mockRestore();
    sliced.mockRestore();
    return seen;
  };
  expect(looks(2_000)).toBeLessThan(25 * looks(200));
});

test.each(["\n", "\r", 'a"', "0:00 --> \n"])("a file of many %j is read in a moment", (part) => {
  const began = performance.now();
  readChapterFile(part.repeat(CHAPTERS_MAXIMUM_BYTES / part.length));
  expect(performance.now() - began).toBeLessThan(2_000);
});
