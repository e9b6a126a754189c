import { readCsv } from "@kinora/domain/csv.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "=cmd|'/c calc'!A1"])(
  "the text %j is no formula in a spreadsheet",
  (text) => {
    expect(csvLine([text]).replace(/^"/, "").startsWith("'")).toBe(true);
  },
);

/** The cells a spreadsheet makes of a line when it divides at `divider`: quotes count only where a cell begins. */
function divided(text: string, divider: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  let began = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += character;
      at += 1;
    } else if (character === '"' && (quoted || !began)) {
      quoted = !quoted;
      began = true;
    } else if (!quoted && (character === divider || character === "\r" || character === "\n")) {
      cells.push(cell);
      cell = "";
      began = false;
    } else {
      cell += character;
      began = true;
    }
  }
  return [...cells, cell];
}

test.each([",", ";", "\t", "|"])(
  "a spreadsheet that divides at %j finds no formula in what people typed",
  (divider) => {
    const typed = fc.array(
      fc.constantFrom("=", "+", "-", "@", "＝", ";", ",", "\t", "|", "\n", "\r", '"', "'", " ", "a", "1"),
    );
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1, maxLength: 4 }), (cells) => {
        const line = csvLine(cells.map((letters) => letters.join("")));
        for (const cell of divided(line, divider)) expect(cell.replace(/^[\s"]+/, "")).not.toMatch(/^[=+\-@＝]/);
      }),
      { numRuns: 3_000, seed: 1 },
    );
  },
);

test.each([
  ["x;=1+1", "x;'=1+1"],
  ['x; "=1+1', `"x;' ""=1+1"`],
  ["x\n=1+1", `"x\n'=1+1"`],
  ["a;b", "a;b"],
  ["2026-01-02", "2026-01-02"],
])("%j is written as %j", (typed, written) => {
  expect(csvLine([typed])).toBe(`${written}\r\n`);
});

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

test.each([
  ["a line that names the divider", "sep=;\r\nurl;title\r\na;b,c\r\n", [2, 3]],
  ["a line that names the divider in quotes", '"sep=|"\nurl|title\na|b,c', [2, 3]],
  ["a line that names the divider and was saved again", "sep=;;;\r\nurl;title\r\na;b,c\r\n", [2, 3]],
  ["bars", "url|title\na|b,c\n", [1, 2]],
  ["empty lines above its head", "\r\n\r\nurl;title\r\na;b,c\r\n", [3, 4]],
  ["tabs", "url\ttitle\r\na\tb,c\r\n", [1, 2]],
  ["lines that end in CR", "url;title\ra;b,c\r", [1, 2]],
  ["semicolons and a comma in its head", 'url;"title"\na;b,c', [1, 2]],
])("a file of a spreadsheet is read: %s", (_, text, lines) => {
  expect(readCsv(text)).toEqual([
    { line: lines[0], cells: ["url", "title"] },
    { line: lines[1], cells: ["a", "b,c"] },
  ]);
});

test("a cell of many quotation marks is read in a moment", () => {
  const cell = 'a"'.repeat(200_000);
  const began = performance.now();
  expect(readCsv(`title\n${cell}`)[1]?.cells).toEqual([cell]);
  expect(performance.now() - began).toBeLessThan(2_000);
});
