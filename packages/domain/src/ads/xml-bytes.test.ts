import { expect, test } from "vitest";
import { xmlText } from "./xml-bytes.ts";

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each<[string, Uint8Array, string, string]>([
  ["UTF-8 without a word", new TextEncoder().encode("<a>é</a>"), "application/xml", "<a>é</a>"],
  ["a declaration", latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'), "text/xml", "<a>é</a>"],
  ["a charset", latin1("<a>é</a>"), "application/xml; charset=iso-8859-1", "<a>é</a>"],
  ["a charset in quotes", latin1("<a>é</a>"), 'text/xml; charset="windows-1252"', "<a>é</a>"],
  [
    "a charset before a declaration",
    latin1('<?xml version="1.0" encoding="utf-8"?><a>é</a>'),
    "a/b;charset=latin1",
    "<a>é</a>",
  ],
  ["an encoding that is none", new TextEncoder().encode('<?xml encoding="klingon"?><a>é</a>'), "", "<a>é</a>"],
  ["a mark of UTF-16", Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0xe9, 0), "application/xml; charset=utf-8", "<é"],
  ["a mark of UTF-16, the other way", Uint8Array.of(0xfe, 0xff, 0, 0x3c, 0, 0xe9), "", "<é"],
])("%s", (_name, bytes, type, end) => {
  const text = xmlText(bytes, type);
  expect(text.endsWith(end)).toBe(true);
  expect(text).not.toContain("\uFFFD");
});
