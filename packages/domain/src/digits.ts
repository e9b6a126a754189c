/** A text with the digits of any script as ASCII has them; keyboards of several countries type their own. Pure. */
export const withAsciiDigits = (text: string): string => text.replaceAll(/\p{Nd}/gu, asciiDigit);

/** The digits of a script follow one another (Unicode §4.6), and no character that is a digit stands before its zero. */
function asciiDigit(digit: string): string {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value += 1;
  return String(value);
}
