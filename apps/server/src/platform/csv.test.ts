import { expect, test } from "vitest";
import { csvLine, readCsv } from "./csv.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "=cmd|'/c calc'!A1"])(
  "the text %j is no formula in a spreadsheet",
  (text) => {
    expect(csvLine([text]).replace(/^"/, "").startsWith("'")).toBe(true);
  },
);

test("numbers stay numbers, also negative ones", () => {
  expect(csvLine([-1, 2.5, true, null, new Date(0)])).toBe("-1,2.5,true,,1970-01-01T00:00:00.000Z\r\n");
});

test("commas, quotes and line ends stay inside their cell", () => {
  expect(csvLine(['a,"b"', "c\nd"])).toBe('"a,""b""","c\nd"\r\n');
});

test("what is written can be read, with the line each row begins in", () => {
  const text = `\uFEFF${csvLine(["url", "title"])}${csvLine(["x", 'two\nlines, "quoted"'])}\r\n${csvLine(["y", ""])}`;
  expect(readCsv(text)).toEqual([
    { line: 1, cells: ["url", "title"] },
    { line: 2, cells: ["x", 'two\nlines, "quoted"'] },
    { line: 5, cells: ["y", ""] },
  ]);
});

test("a file divided by semicolons is read, and its last line needs no end", () => {
  expect(readCsv("url;title\na;b,c")).toEqual([
    { line: 1, cells: ["url", "title"] },
    { line: 2, cells: ["a", "b,c"] },
  ]);
});
