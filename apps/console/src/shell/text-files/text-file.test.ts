import { expect, test } from "vitest";
import { encode } from "../../testing/encode-text.ts";
import { readAgain, readTextFile, tellingLines } from "./text-file.ts";

const cues = (text: string) =>
  `1\r\n00:00:00,500 --> 00:00:01,500\r\n${text}\r\n\r\n2\r\n00:00:01,500 --> 00:00:02,500\r\n${text}\r\n`;

test.each([
  ["windows-1252", "Fr\u00fchling f\u00fcr \u00c9lodie"],
  [
    "windows-1252",
    "\u201cJe l\u2019ai d\u00e9j\u00e0 vu\u201d \u2013 dit-elle. O\u00f9 \u00eates-vous ? L\u2019\u00e9t\u00e9 dernier, nous \u00e9tions \u00e0 la plage.",
  ],
  ["windows-1252", "El ni\u00f1o comi\u00f3 una pi\u00f1a en Espa\u00f1a. \u00bfQu\u00e9 pas\u00f3 despu\u00e9s?"],
  [
    "windows-1250",
    "Za\u017c\u00f3\u0142\u0107 g\u0119\u015bl\u0105 ja\u017a\u0144. Dzi\u0119kuj\u0119 bardzo, prosz\u0119 wej\u015b\u0107 do \u015brodka.",
  ],
  [
    "windows-1250",
    "P\u0159\u00edli\u0161 \u017elu\u0165ou\u010dk\u00fd k\u016f\u0148 \u00fap\u011bl \u010f\u00e1belsk\u00e9 \u00f3dy.",
  ],
  [
    "windows-1251",
    "\u041f\u0440\u0438\u0432\u0435\u0442, \u043a\u0430\u043a \u0434\u0435\u043b\u0430? \u042d\u0442\u043e \u043f\u0435\u0440\u0432\u044b\u0439 \u0441\u0443\u0431\u0442\u0438\u0442\u0440.",
  ],
  [
    "windows-1253",
    "\u039a\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1, \u03c4\u03b9 \u03ba\u03ac\u03bd\u03b5\u03b9\u03c2; \u0391\u03c5\u03c4\u03ae \u03b5\u03af\u03bd\u03b1\u03b9 \u03b7 \u03c4\u03b1\u03b9\u03bd\u03af\u03b1.",
  ],
  [
    "windows-1254",
    "G\u00fcnayd\u0131n, nas\u0131ls\u0131n? Bug\u00fcn hava \u00e7ok g\u00fczel de\u011fil mi? \u015eimdi \u0130stanbul'a gidiyoruz.",
  ],
  [
    "windows-1256",
    "\u0645\u0631\u062d\u0628\u0627 \u0643\u064a\u0641 \u062d\u0627\u0644\u0643\u061f \u0647\u0630\u0627 \u0647\u0648 \u0627\u0644\u0641\u064a\u0644\u0645 \u0627\u0644\u0623\u0648\u0644.",
  ],
  [
    "koi8-r",
    "\u041f\u0440\u0438\u0432\u0435\u0442, \u043a\u0430\u043a \u0434\u0435\u043b\u0430? \u042d\u0442\u043e \u043f\u0435\u0440\u0432\u044b\u0439 \u0441\u0443\u0431\u0442\u0438\u0442\u0440.",
  ],
  [
    "shift_jis",
    "\u3053\u3093\u306b\u3061\u306f\u3001\u5143\u6c17\u3067\u3059\u304b\u3002\u3053\u308c\u306f\u6700\u521d\u306e\u5b57\u5e55\u3067\u3059\u3002",
  ],
  [
    "gb18030",
    "\u4f60\u597d\uff0c\u4f60\u597d\u5417\uff1f\u8fd9\u662f\u7b2c\u4e00\u90e8\u7535\u5f71\u7684\u5b57\u5e55\u3002",
  ],
  ["euc-kr", "\uc548\ub155\ud558\uc138\uc694, \uc774\uac83\uc740 \uccab \ubc88\uc9f8 \uc790\ub9c9\uc785\ub2c8\ub2e4."],
])("captions in %s say %s", async (encoding, text) => {
  const read = await readTextFile(new File([encode(cues(text), encoding)], "film.srt"));
  expect([read.text, read.isCertain]).toEqual([cues(text), false]);
  expect(tellingLines(read.text, 1)).toEqual([text]);
});

test.each([
  ["windows-1251", "\u041d\u043e\u0432\u043e\u0441\u0442\u0438 \u0434\u043d\u044f"],
  ["koi8-r", "\u0412\u0435\u0441\u043d\u0430"],
  ["windows-1255", "\u05e9\u05d9\u05e2\u05d5\u05e8 \u05e8\u05d0\u05e9\u05d5\u05df"],
  ["windows-874", "\u0e1a\u0e17\u0e40\u0e23\u0e35\u0e22\u0e19\u0e17\u0e35\u0e48\u0e2b\u0e19\u0e36\u0e48\u0e07"],
  ["windows-1252", "\u00c9t\u00e9"],
])("of a list in %s the addresses do not hide its few words", async (encoding, title) => {
  const csv = `url;title;tags\r\nhttps://example.com/films/video-1.mp4;${title};news\r\n`;
  const read = await readTextFile(new File([encode(csv, encoding)], "list.csv"));
  expect([read.text, read.encoding]).toEqual([csv, encoding]);
});

test("a list of a spreadsheet in Windows-1252 keeps its letters", async () => {
  const csv = "url;title\r\nhttps://example.com/a.mp4;Fr\u00fchling\r\nhttps://example.com/b.mp4;Herbst\r\n";
  expect((await readTextFile(new File([encode(csv, "windows-1252")], "list.csv"))).text).toBe(csv);
});

test("what is certain is not guessed, and another encoding can be chosen", async () => {
  expect(await readTextFile(new File(["Fr\u00fchling"], "a.txt"))).toMatchObject({
    text: "Fr\u00fchling",
    encoding: "utf-8",
    isCertain: true,
  });
  const read = await readTextFile(new File([Uint8Array.of(0xe9, 0x0a)], "a.txt"));
  expect(readAgain(read, "windows-1251").text).toBe("\u0439\n");
});
