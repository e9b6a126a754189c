import { expect, test } from "vitest";
import { withAsciiDigits } from "./digits.ts";

test.each([
  ["123 456", "123 456"],
  ["\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6", "123456"],
  ["\u0660\u0669-\u0661", "09-1"],
  ["\uff11\uff12\uff13", "123"],
  ["\u{1d7d8}\u{1d7d9}\u{1d7da}\u{1d7ff}", "0129"],
  ["\u096a\u096b a\u00b2", "45 a\u00b2"],
])("the digits of %j are %j", (text, digits) => expect(withAsciiDigits(text)).toBe(digits));
