import { expect, test } from "vitest";
import { decodeAs, decodeCertain } from "./text-bytes.ts";

const TEXT = "1\r\n00:00:01,000 --> 00:00:02,000\r\nFr\u00fchling, \u041f\u0440\u0438\u0432\u0435\u0442 \u{1f600}\r\n";
const utf16 = (text: string, swapped = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return swapped ? bytes.swap16() : bytes;
};

test.each<[string, Uint8Array, string]>([
  ["UTF-8", Buffer.from(TEXT), "utf-8"],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${TEXT}`), "utf-8"],
  ["UTF-16 of Windows", utf16(`\uFEFF${TEXT}`), "utf-16le"],
  ["UTF-16 with the large byte first", utf16(`\uFEFF${TEXT}`, true), "utf-16be"],
  ["UTF-16 without a mark", utf16(TEXT), "utf-16le"],
  ["UTF-16 without a mark, the large byte first", utf16(TEXT, true), "utf-16be"],
])("%s is read for certain", (_, bytes, encoding) => expect(decodeCertain(bytes)).toEqual({ text: TEXT, encoding }));

test.each<[string, Uint8Array]>([
  ["Windows-1252", Buffer.from("Fr\u00fchling", "latin1")],
  ["ISO-2022-JP", Buffer.from("\u001b$B$3$s\u001b(B", "latin1")],
  ["half a character", Buffer.from("Fr\u00fc").subarray(0, 3)],
  ["UTF-16 that is cut off", Buffer.concat([utf16("\uFEFFabc"), Buffer.from("d")])],
  ["no text", Buffer.from([0, 0, 1, 2, 0, 0, 0, 0])],
])("%s is not", (_, bytes) => expect(decodeCertain(bytes)).toBeNull());

test("a text is read in the encoding somebody chose, where it can be", () => {
  expect(decodeAs(Buffer.from([0xcf, 0xf0, 0xe8]), "windows-1251")?.text).toBe("\u041f\u0440\u0438");
  expect(decodeAs(Buffer.from([0xcf, 0xf0]), "utf-8")).toBeNull();
  expect(decodeAs(Buffer.from("a"), "ebcdic")).toBeNull();
});
