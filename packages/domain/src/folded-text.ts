/** Letters without a decomposition in Unicode, each with the letters people type for it. `folded` in SQL has the same list. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ẞ: "ss", æ: "ae", Æ: "ae", œ: "oe", Œ: "oe", þ: "th", Þ: "th" },
  ...{ ł: "l", Ł: "l", ø: "o", Ø: "o", đ: "d", Đ: "d", ð: "d", Ð: "d", ħ: "h", Ħ: "h", ı: "i", ς: "σ" },
};
const WITHOUT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and short vowels of Arabic, which people leave out. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]/gu;

const ASCII = /^[\0-\x7f]*$/;

/** A character with what is combined with it. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * A text as it is compared in a search: without accents and case, compatible forms of a letter as that letter. "Łódź" and
 * "lodz" become equal, and "Straße" and "STRASSE". Folding twice is folding once. The function `folded` of the database returns
 * the same. Pure.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
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
