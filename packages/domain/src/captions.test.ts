import { expect, test } from "vitest";
import { CaptionsProblem, readCaptions } from "./captions.ts";

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

test("an SRT file becomes WebVTT in the order of its times", () => {
  const { vtt, cues, format } = readCaptions(
    "2\n00:00:03,5 --> 00:00:04,000\nLater\n\n1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color=red>One</font> & two\n",
  );
  expect(vtt).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nOne &amp; two\n\n00:00:03.500 --> 00:00:04.000\nLater\n");
  expect([cues, format]).toEqual([2, "srt"]);
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
  ["WEBVTT\n\nhello\nworld\n", [4, expect.stringContaining("Line 4: A time such as")]],
  ["WEBVTT\n\n00:01.000 --> soon\nx\n", [3, expect.stringContaining("is not a time")]],
  ["1\n00:00:05,000 --> 00:00:04,000\nx\n", [2, expect.stringContaining("ends before it begins")]],
  ["1\n00:61:05,000 --> 00:62:04,000\nx\n", [2, expect.stringContaining("go up to 59")]],
  ["WEBVTT\n\n00:01.000 --> 00:02.000\n\uFFFD\n", [4, expect.stringContaining("UTF-8")]],
])("%j is refused with the line that is wrong", (file, expected) => {
  expect(problem(file)).toEqual(expected);
});
