import { describe, expect, test } from "vitest";
import { CaptionsProblem, countAfterEnd, readCaptions } from "./captions.ts";

const problem = (file: string) => {
  try {
    return readCaptions(file);
  } catch (error) {
    return error instanceof CaptionsProblem ? [error.line, error.message] : error;
  }
};

test("a WebVTT file comes out plain: notes, styles and unknown settings are left out", () => {
  const { vtt, cues, format } = readCaptions(
    "\uFEFFWEBVTT - title\r\nKind: captions\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE hello\r\n\r\nfirst\r\n00:01.000 --> 00:02.500 align:start region:x line:0\r\nHello <b>there</b>\r\n",
  );
  expect(vtt).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.500 align:start line:0\nHello <b>there</b>\n");
  expect([cues, format]).toEqual([1, "vtt"]);
});

test.each([
  [null, 0],
  [3600, 0],
  [60, 1],
  [59, 2],
  [0.4, 3],
])(
  "of captions that begin at 0:01, 0:59 and 1:00, those are counted that a video of %s s does not have",
  (seconds, count) => {
    const read = readCaptions(
      "WEBVTT\n\n01:00.000 --> 01:02.000\nThree\n\n00:01.000 --> 00:02.000\nOne\n\n00:59.000 --> 01:02.000\nTwo\n",
    );
    expect(countAfterEnd(read, seconds)).toBe(count);
  },
);

test("an SRT file becomes WebVTT in the order of its times", () => {
  const { vtt, cues, format } = readCaptions(
    "2\n00:00:03,5 --> 00:00:04,000\nLater\n\n1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color=red>One</font> & two\n",
  );
  expect(vtt).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne &amp; two\n\n00:00:03.500 --> 00:00:04.000\nLater\n");
  expect([cues, format]).toEqual([2, "srt"]);
});

test.each([
  ["One<br>two<BR />three", "One\ntwo\nthree"],
  ["<br><i>One</i> <br/><br> two<br>", "<i>One</i>\ntwo"],
  ["One<brx>two", "Onetwo"],
  ["<p>One</p><p>two</p>", "One\ntwo"],
  ["One\\Ntwo\\N", "One\ntwo"],
  ["{\\an8}<i>One\\Ntwo</i>\\hthree", "<i>One\ntwo</i>\u00a0three"],
  ["C:\\New", "C:\\New"],
])("a line break of HTML or ASS in %j begins a line, and no empty one", (typed, text) => {
  const { vtt, cues } = readCaptions(
    `1\n00:00:01,000 --> 00:00:02,000\n${typed}\n\n2\n00:00:03;500 --> 00:00:04;000\nx\n`,
  );
  expect(vtt).toBe(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n\n00:00:03.500 --> 00:00:04.000\nx\n`);
  expect(cues).toBe(2);
});

const TWO = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n\u202BA\u202C\n\n00:00:03.500 --> 00:00:04.000\nB\n";

test.each([
  [
    "marks of direction",
    "\u202B1\u202C\n\u202B00:00:01,000 --> 00:00:02,000\u202C\n\u202BA\u202C\n\n\u200F2\n\u200E00:00:03,500 --> 00:00:04,000\nB\n",
  ],
  [
    "Arabic digits",
    "\u0661\n\u0660\u0660:\u0660\u0660:\u0660\u0661,000 --> 00:00:02\u066B000\n\u202BA\u202C\n\n\u0662\n00:00:03,500 --> 00:00:04,000\nB\n",
  ],
  [
    "wide marks",
    "1\n00\uFF1A00\uFF1A01\uFF0C000 --> 00\uFF1A00\uFF1A02\uFF0C000\n\u202BA\u202C\n\n2\n00:00:03,500 --> 00:00:04,000\nB\n",
  ],
])("numbers and times with %s are read", (_, file) => {
  expect(readCaptions(file)).toMatchObject({ vtt: TWO, cues: 2, skipped: [] });
});

test("files of WebVTT that were joined are one, without a warning", () => {
  const cue = (at: number) =>
    `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:0${at}.000 --> 00:0${at}.500\nx\n\n`;
  expect(readCaptions(cue(1) + cue(2))).toMatchObject({ cues: 2, skipped: [] });
});

test("markup in a caption is text or nothing", () => {
  const { vtt } = readCaptions(
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script><img src=x onerror="a()">1 < 2 <v Ada>hi</v>\n',
  );
  expect(vtt).toContain("alert(1)1 &lt; 2 <v Ada>hi</v>");
  expect(vtt).not.toMatch(/<(?!\/?v)/);
});

test.each([
  "<ScRiPt/x>run()</sCrIpT>said",
  "<scr<script>ipt>run()</scr</script>ipt>said",
  '<v onmouseover="run()">said</v>',
  '<c.onload.x onclick="run()">said</c>',
  '<lang en" onload="run()">said</lang>',
  '<svg onload="run()">said',
  "said &lt;script&gt;run()&lt;/script&gt; &#60;img&#62;",
  "said x --> 00:00:09.000 <v onload=run()>",
  "said NOTE STYLE ::cue { background: url(https://evil.example/x) }",
  "<b <i onload=run()>said",
  "said \u2028run()\u2029<img src=x onerror=run()>",
])("%j stays one caption that only says something", (line) => {
  const { vtt, cues } = readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}\n`);
  expect(cues).toBe(1);
  expect(vtt).toContain("said");
  expect(vtt.match(/-->/g)).toHaveLength(1);
  // Of a tag only its name, classes and a speaker or language are left; a player draws those as text.
  const tags = vtt.match(/<[^>]*>?/g) ?? [];
  expect(tags.filter((tag) => !/^<\/?(?:b|i|u|c|v|lang|ruby|rt)(?:\.[\w-]+)*(?: [^<>]+)?>$/.test(tag))).toEqual([]);
  expect(tags.filter((tag) => tag.includes(" ") && !/^<(?:v|lang) /.test(tag))).toEqual([]);
  expect(vtt).not.toMatch(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/);
});

test.each([
  ["", [1, expect.stringContaining("no caption")]],
  ["WEBVTT\n\nhello\nworld\n", [3, expect.stringContaining("Line 3: There is no time such as")]],
  ["WEBVTT\n\n00:01.000 --> soon\nx\n", [3, expect.stringContaining("is not a time")]],
  ["1\n00:00:05,000 --> 00:00:04,000\nx\n", [2, expect.stringContaining("ends before it begins")]],
  ["1\n00:61:05,000 --> 00:62:04,000\nx\n", [2, expect.stringContaining("go up to 59")]],
  ["WEBVTT\n\n00:01.000 --> 00:02.000\n\uFFFD\n", [4, expect.stringContaining("UTF-8")]],
])("%j, in which nothing can be read, is refused with the line that is wrong", (file, expected) => {
  expect(problem(file)).toEqual(expected);
});

test.each([
  ["<v Ada  Lovelace >hi</v>", "<v Ada  Lovelace>hi</v>"],
  ["<v\tAda>hi", "<v Ada>hi"],
  ["<c.yellow.bg_blue>hi</c>", "<c.yellow.bg_blue>hi</c>"],
  ["<b class>hi</b >", "<b>hi</b>"],
  [`<v ${"a".repeat(201)}>hi`, "hi"],
  ["<bold>hi</bold>", "hi"],
  ["1 < 2 > 0 <3", "1 &lt; 2 &gt; 0 &lt;3"],
  ["-<x>->", "→"],
])("%j is written as %j", (line, expected) => {
  expect(readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}\n`).vtt).toBe(
    `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${expected}\n`,
  );
});

describe("whatever is repeated in a file, each of its characters takes the time of a bracket at most", () => {
  const CUE = "WEBVTT\n\n00:01.000 --> 00:02.000";
  const LETTERS = 16_384;
  /** Far above noise: backtracking over a blank in a tag takes a hundred times as long, quadratic time thousands. */
  const FACTOR = 10;
  const BEFORE = ["\n", "\n<", "\n<v", "\n<v ", "\n</", "\n<c.", "\n{\\", "\n&", " ", "\n00:03.000 -->", "\n\nNOTE"];
  const REPEATED = [
    ...[" ", "\t", "\r", "\n\n", "\u2028", "\u00a0", "<", ">", "<v ", "</b", ".a", "{\\"],
    ...["&", "-", "-->", ":", "0", "a"],
  ];
  const AFTER = ["", "x\u2028y", ">", "<", "}"];
  const read = (file: string) => {
    const before = performance.now();
    problem(file);
    return performance.now() - before;
  };
  const brackets = `${CUE}\n${"<".repeat(LETTERS)}`;
  /** The shortest time that was measured for the brackets. */
  let usual = Infinity;
  const isSlow = (file: string) => {
    let best = read(file);
    if (best <= FACTOR * usual && usual < Infinity) return false;
    let peer = 0;
    // Measured again while it looks slow: another program may have had the processor.
    for (let tries = 0; tries < 5 && best > FACTOR * peer; tries += 1) {
      const bracketsTake = read(brackets);
      usual = Math.min(usual, bracketsTake);
      peer = Math.max(peer, bracketsTake);
      best = Math.min(best, read(file));
    }
    return best > FACTOR * peer;
  };

  test.each(BEFORE)("after %j", (before) => {
    const slow = REPEATED.flatMap((piece) =>
      AFTER.map((after) => [before, piece, after]).filter(([, , after = ""]) =>
        isSlow(CUE + before + piece.repeat(LETTERS / piece.length) + after),
      ),
    );
    expect(slow).toEqual([]);
  });
});
