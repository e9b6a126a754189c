/** Fewer letters find too much (spec §5, "Minimum 3 characters"). */
const SEARCH_MIN = 3;

/** From here on (Unicode, "CJK Radicals Supplement") stand the scripts of China, Japan and Korea, and pictographs. */
const WHOLE_WORDS = 0x2e80;

/** Whether every character of a text says as much as a word: where they are from, words of one or two are the rule. */
export const isWholeWords = (text: string): boolean =>
  text !== "" && Array.from(text).every((each) => (each.codePointAt(0) ?? 0) >= WHOLE_WORDS);

/** Whether a text is long enough to be searched for. */
export const isLongEnough = (text: string): boolean => text.length >= SEARCH_MIN || isWholeWords(text);
