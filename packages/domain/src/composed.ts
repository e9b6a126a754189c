/** Combining marks of one letter that are kept; no writing has more than 30 (UAX #15 §13, "Stream-Safe Text Format"). */
const MARKS_MAX = 100;
const TOO_MANY = new RegExp(String.raw`(\p{M}{${MARKS_MAX}})\p{M}+`, "gu");

/**
 * A text in Unicode's composed form (NFC), as names and words are stored and compared. Composing takes the square of the marks that
 * follow one another, so those beyond a hundred are left out before: a text of half a megabyte would take a minute. Pure.
 */
export const composed = (text: string): string => text.replaceAll(TOO_MANY, "$1").normalize("NFC");
