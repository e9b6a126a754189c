import { describe, expect, test } from "vitest";
import { readCaptions } from "./captions.ts";

/** What viewers read, and the lines that were left out. */
function read(...lines: string[]) {
  const { vtt, cues, skipped } = readCaptions(lines.join("\n"));
  const texts = vtt
    .split("\n\n")
    .slice(1)
    .map((block) => block.trim().split("\n").slice(1).join("|"));
  expect(texts).toHaveLength(cues);
  return [texts, skipped.map(({ line }) => line)];
}
const ONE = "00:00:01,000 --> 00:00:02,000";
const TWO = "00:00:02,000 --> 00:00:03,000";
const THREE = "00:00:03,000 --> 00:00:04,000";

describe("SubRip as it circulates", () => {
  test.each<[string, string[], string[], number[]]>([
    [
      "without empty lines",
      ["1", ONE, "First", "2", TWO, "Second", "3", THREE, "Third"],
      ["First", "Second", "Third"],
      [],
    ],
    ["without numbers and empty lines", [ONE, "First", TWO, "Second"], ["First", "Second"], []],
    [
      "with an empty line within a caption",
      ["1", ONE, "First", "", "more", "", "2", TWO, "Second"],
      ["First|more", "Second"],
      [],
    ],
    [
      "with a line of blanks within a caption",
      ["1", ONE, "First", "  ", "more", "", "2", TWO, "Second"],
      ["First|more", "Second"],
      [],
    ],
    [
      "with a number that was left over",
      ["1", ONE, "First", "", "2", "", "3", THREE, "Third"],
      ["First", "Third"],
      [5],
    ],
    ["with a number at its end", ["1", ONE, "First", "", "2", ""], ["First"], [5]],
    [
      "with an empty line after each line",
      ["1", "", ONE, "", "First", "", "", "2", "", TWO, "", "Second", "", "9", "", THREE, "Third"],
      ["First", "Second", "Third"],
      [14],
    ],
    ["with a caption that is a number", ["1", ONE, "42", "", "2", TWO, "Second"], ["42", "Second"], []],
    ["with captions that are numbers, close together", ["1", ONE, "42", "2", TWO, "7"], ["42", "7"], []],
    ["with a caption that says nothing", ["1", ONE, "2", TWO, "Second"], ["Second"], []],
    [
      "with a caption of no duration",
      ["1", "00:00:01,000 --> 00:00:01,000", "First", "", "2", TWO, "Second"],
      ["Second"],
      [2],
    ],
    [
      "with a caption that ends first",
      ["1", "00:00:09,000 --> 00:00:01,000", "First", "more", "", "2", TWO, "Second"],
      ["Second"],
      [2],
    ],
    ["with a time that is none", ["1", "00:00:01,000 --> 00:00:xx", "First", "2", TWO, "Second"], ["Second"], [2]],
    ["with an arrow in its text", ["1", ONE, "go --> left", "", "2", TWO, "Second"], ["go → left", "Second"], []],
    ["with words above its first time", ["Made by Ada", "for all", "", "1", ONE, "First"], ["First"], [1]],
    [
      "with blanks before numbers and times",
      [" 1 ", ` ${ONE} `, " First ", "", "2", TWO, "Second"],
      ["First", "Second"],
      [],
    ],
    ["with places beside its times", ["1", `${ONE} X1:10 X2:20 Y1:30 Y2:40`, "First"], ["First"], []],
  ])("%s", (_, lines, texts, skipped) => expect(read(...lines)).toEqual([texts, skipped]));

  test.each([
    "00:00:01 --> 00:00:02",
    "0:01 --> 0:02",
    "00:00:01.000 --> 00:00:02.000",
    "00:00:01:000 --> 00:00:02:000",
    "00:00:01,0 --> 00:00:02,0000",
    "00:00:01,000 -> 00:00:02,000",
    "00:00:01,000 ---> 00:00:02,000",
    "00:00:01,000 - -> 00:00:02,000",
    "00:00:01,000 –> 00:00:02,000",
    "00:00:01,000 → 00:00:02,000",
    "00:00:01,000-->00:00:02,000",
    "00:00:01,000 --&gt; 00:00:02,000",
    "00: 00: 01,000 -> 00: 00: 02, 000",
    "\u00a000:00:01,000\t-->\t00:00:02,000",
  ])("%j is a time", (times) =>
    expect(readCaptions(`1\n${times}\nFirst\n`).vtt).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst\n"),
  );

  test.each(["\r", "\r\n", "\n"])("with lines that end in %j", (end) =>
    expect(readCaptions(["\uFEFF1", ONE, "First", "", "2", TWO, "Second"].join(end)).cues).toBe(2),
  );
});

describe("WebVTT as the standard's parser reads it (W3C WebVTT §6.1)", () => {
  test.each<[string, string[], string[], number[]]>([
    ["with a caption directly below the header", ["WEBVTT", ONE, "First", "", TWO, "Second"], ["First", "Second"], []],
    ["with a caption directly below the header's fields", ["WEBVTT", "Kind: captions", ONE, "First"], ["First"], []],
    ["with a header of text", ["WEBVTT - a title", "more", "", ONE, "First"], ["First"], []],
    ["without empty lines", ["WEBVTT", "", ONE, "First", TWO, "Second"], ["First", "Second"], []],
    [
      "with numbers and without empty lines",
      ["WEBVTT", "1", ONE, "First", "2", TWO, "Second"],
      ["First", "Second"],
      [],
    ],
    [
      "with a number as the last words of a caption",
      ["WEBVTT", "", ONE, "Room", "42", TWO, "Second"],
      ["Room|42", "Second"],
      [],
    ],
    [
      "with names of captions",
      ["WEBVTT", "", "first one", ONE, "First", "", "2", TWO, "Second"],
      ["First", "Second"],
      [],
    ],
    ["with a name above a note", ["WEBVTT", "", "NOTE", ONE, "First"], ["First"], []],
    [
      "with an empty line within a caption",
      ["WEBVTT", "", ONE, "First", "", "more", "lines", "", TWO, "Second"],
      ["First", "Second"],
      [6],
    ],
    [
      "with a line of blanks within a caption",
      ["WEBVTT", "", ONE, "First", " ", "more", "", TWO, "Second"],
      ["First|more", "Second"],
      [],
    ],
    ["with two lines above a time", ["WEBVTT", "", "lost", "also", ONE, "First"], ["First"], [3]],
    [
      "with a note between",
      ["WEBVTT", "", ONE, "First", "", "NOTE a", "b", "", TWO, "Second"],
      ["First", "Second"],
      [],
    ],
    [
      "with a caption of no duration",
      ["WEBVTT", "", "00:01.000 --> 00:01.000", "First", "", TWO, "Second"],
      ["Second"],
      [3],
    ],
    ["with empty lines above the header", ["", "WEBVTT", "", ONE, "First"], ["First"], []],
    [
      "with a line that is no time",
      ["WEBVTT", "", ONE, "First", "", "soon --> later", "lost", "", TWO, "Second"],
      ["First", "Second"],
      [6],
    ],
  ])("%s", (_, lines, texts, skipped) => expect(read(...lines)).toEqual([texts, skipped]));

  // Web Platform Tests, webvtt/parsing/file-parsing/tests/support/arrows.vtt: six cues, and no arrow among their words.
  test("arrows end a block wherever they stand", () => {
    const blocks = ["-->", "foo-->", "-->foo", "--->", "-->-->", ""].map(
      (arrow, index) => `${arrow}\n00:00:0${index}.000 --> 00:00:0${index + 1}.000\ntext${index}`,
    );
    const garbage = ["-a -->", "--a -->", "- -->", "-- -->"].map((arrow) => `00:00:00.000 ${arrow}`);
    const { vtt, cues } = readCaptions(`WEBVTT\n\n${blocks.join("\n")}\n\n${garbage.join("\n\n")}\n`);
    expect(cues).toBe(6);
    expect(vtt.match(/^text\d$/gm)).toEqual(["text0", "text1", "text2", "text3", "text4", "text5"]);
    expect(vtt).not.toContain("→");
  });

  test.each([
    ["one<00:00:00.800><c> two</c><00:01.400> three", "one<00:00:00.800><c> two</c><00:01.400> three"],
    ["one<0:00:00.800>two<00:00:61.000>", "one&lt;0:00:00.800&gt;two&lt;00:00:61.000&gt;"],
    [
      "Caf&eacute; &Agrave; la carte &ndash; 5&nbsp;&euro; &copy; &unknown; AT&T;",
      "Café À la carte – 5&nbsp;€ © &amp;unknown; AT&amp;T;",
    ],
    ["It&#146;s &#147;so&#148; &#x96; &#129;", "It\u2019s \u201cso\u201d \u2013 &amp;#129;"],
    ["&quot;Well&quot; &#39;so&#x27; &apos;&#60;b&#62;&#0;", "\"Well\" 'so' '&lt;b&gt;&amp;#0;"],
  ])("%j is written as %j", (line, expected) =>
    expect(readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}\n`).vtt.trim().split("\n").at(-1)).toBe(expected),
  );
});
