/** A text with the digits of any script as ASCII has them; keyboards of several countries type their own. Pure. */
export const withAsciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, asciiDigit);

/** Mathematical digits: five runs of ten, one after the other. */
const MATHEMATICAL = { first: 0x1d7ce, last: 0x1d7ff };

/** The digits of a script follow one another (Unicode §4.6), and no other character that is a digit stands before its zero. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  if (point >= MATHEMATICAL.first && point <= MATHEMATICAL.last) return String((point - MATHEMATICAL.first) % 10);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}
