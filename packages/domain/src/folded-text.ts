/** Each of some characters with the one that people type for it. */
const typed = (plain: string, others: string): Record<string, string> =>
  Object.fromEntries(Array.from(others, (other) => [other, plain]));

/** Signs that programs put in place of those of the keyboard. */
const SIGNS: Readonly<Record<string, string>> = {
  ...typed("'", "’‘‚‛ʼʻ′‹›՚׳"),
  ...typed('"', "“”„‟«»״"),
  ...typed("-", "‐‒–—―−־"),
};
/** The same of signs that would be taken apart. */
const WHOLE_SIGNS: Readonly<Record<string, string>> = { "´": "'", "″": '"' };

/** Letters that keyboards of Arabic and Persian write differently, and the digits of both. */
const ARABIC: Readonly<Record<string, string>> = {
  ...typed("ا", "ٱ"),
  ...typed("ي", "ىی"),
  ...typed("ك", "ک"),
  ...typed("ه", "ة"),
  ...Object.fromEntries(Array.from("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", (digit, at) => [digit, String(at % 10)])),
};

/** Letters without a decomposition in Unicode, each with the letters people type for it. `folded` in SQL has the same list. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ẞ: "ss", æ: "ae", Æ: "ae", œ: "oe", Œ: "oe", þ: "th", Þ: "th" },
  ...{ ł: "l", Ł: "l", ø: "o", Ø: "o", đ: "d", Đ: "d", ð: "d", Ð: "d", ħ: "h", Ħ: "h", ı: "i", ς: "σ" },
  ...SIGNS,
  ...ARABIC,
};
const WITHOUT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");

/**
 * What people leave out: accents of Latin, Greek and Cyrillic letters, points of Hebrew, short vowels, hamza and tatweel of Arabic. And
 * what nobody sees: soft hyphens, joiners, marks of direction, and whether a sign is an emoji.
 */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670\ufe00-\ufe0f\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

const ASCII = /^[\0-\x7f]*$/;

/** A character with what is combined with it. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * A text as it is compared in a search: without accents and case, compatible forms of a letter as that letter, quotation marks and
 * dashes as those of keyboards. "Łódź" and "lodz" become equal, "Straße" and "STRASSE", and "L’été" and "l'ete". Folding twice is folding once. The function `folded` of the database returns
 * the same. Pure.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(/[´″]/gu, (sign) => WHOLE_SIGNS[sign] ?? sign)
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(WITHOUT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC");
}

/** Whether a text holds another one, as a search compares them. Pure. */
export const holdsFolded = (text: string, searched: string): boolean => fold(text).includes(fold(searched));

/** The places at which a text holds another one, as a search compares them: whole characters of the text, ascending. Pure. */
export function findFolded(text: string, searched: string): { from: number; to: number }[] {
  const wanted = fold(searched);
  const found: { from: number; to: number }[] = [];
  // Most texts that are examined contain nothing.
  if (wanted === "" || !fold(text).includes(wanted)) return found;
  const { folded, places } = withPlaces(text);
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const last = places[at + wanted.length - 1] ?? 0;
    let next = at + wanted.length;
    // A letter such as ß is two of the folded text.
    while (places[next] === last) next += 1;
    const from = Math.max(places[at] ?? 0, found.at(-1)?.to ?? 0);
    const to = places[next] ?? text.length;
    if (from < to) found.push({ from, to });
  }
  return found;
}

/** A folded text, and for each of its code units where in the text the character stands that it is of. */
function withPlaces(text: string): { folded: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const part = fold(cluster);
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) places.push(index);
  }
  return { folded, places };
}
