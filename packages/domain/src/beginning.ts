/** The beginning of a text for people, of so many UTF-16 code units, without half a character at its end. Pure. */
export const beginningOf = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "");
