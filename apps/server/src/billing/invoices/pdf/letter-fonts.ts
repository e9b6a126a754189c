import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Font } from "fontkit";

/** A font of a document. */
export interface LetterFont {
  /** What the document calls it. */
  name: string;
  /** Its file, or the part of it that the document needs. */
  source: string | Buffer;
  covers(codePoint: number): boolean;
}

const packages = createRequire(import.meta.url);
const INTER = packages.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf");

/** The families that are installed beside those with Han characters. */
const SCRIPTS = ["arabic", "hebrew", "devanagari", "thai"] as const;
/** Simplified and traditional Chinese, Japanese and Korean draw the same Han characters differently, and have some each. */
const HAN = ["sc", "tc", "jp", "kr"] as const;
type Family = (typeof SCRIPTS)[number] | (typeof HAN)[number];

const HAN_OF: Readonly<Record<string, (typeof HAN)[number]>> = { TW: "tc", HK: "tc", MO: "tc", JP: "jp", KR: "kr" };

/** A part of a family: the packages are cut into parts for browsers. */
interface Part {
  name: string;
  file: string;
  /** A font that varies is cut at this weight. */
  weight: number | null;
  covers(codePoint: number): boolean;
}

/**
 * Naskh, not Sans: that draws letters and their dots as glyphs of their own, so that a search in the document could not tell those
 * letters apart.
 */
const ARABIC: Part = {
  name: "noto-naskh-arabic",
  weight: null,
  // Its package exports its list of files alone.
  file: join(dirname(packages.resolve("@embedpdf/fonts-arabic")), "../fonts/NotoNaskhArabic-Regular.ttf"),
  covers: (codePoint) => /\p{Script=Arabic}/u.test(String.fromCodePoint(codePoint)),
};

/** The parts of a family, by the list of its package (`"[119]": "U+4e00-4e09,U+4f11"`). */
async function partsOf(family: Family): Promise<Part[]> {
  if (family === "arabic") return [ARABIC];
  const folder = `@fontsource-variable/noto-sans-${family}`;
  const list = JSON.parse(await readFile(packages.resolve(`${folder}/unicode.json`), "utf8")) as Record<string, string>;
  return Object.entries(list).map(([key, text]) => {
    const ranges = text.split(",").map((range) => {
      const [first = "", last = first] = range.replace(/^U\+/i, "").split("-");
      return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) };
    });
    const name = `noto-sans-${family}-${key.replaceAll(/[[\]]/g, "")}-wght-normal`;
    return {
      name,
      file: packages.resolve(`${folder}/files/${name}.woff2`),
      weight: 400,
      covers: (codePoint) => ranges.some(({ first, last }) => codePoint >= first && codePoint <= last),
    };
  });
}

async function openFont(source: string | Buffer): Promise<Font> {
  const fontkit = await import("fontkit");
  const font = typeof source === "string" ? await fontkit.open(source) : fontkit.create(source);
  if (!("layout" in font)) throw new Error("A collection of fonts cannot be embedded.");
  return font;
}

/** The part with the letters of a text alone, at the weight of text: neither fontkit nor pdfkit embeds a font that varies. */
async function cut(part: Part, text: string): Promise<LetterFont> {
  const { default: subsetFont } = await import("subset-font");
  const bytes = await readFile(part.file);
  const source = await subsetFont(bytes, text, {
    targetFormat: "truetype",
    ...(part.weight === null ? {} : { variationAxes: { wght: part.weight } }),
  });
  const has = new Set((await openFont(source)).characterSet);
  return { name: part.name, source, covers: (codePoint) => has.has(codePoint) };
}

/**
 * The fonts that have the letters of a text, in the order in which they are asked: Inter, and the parts of Noto's that have what Inter
 * lacks. Han characters are drawn as in the first of the countries that has its own way.
 */
export async function fontsFor(text: string, countries: readonly string[]): Promise<LetterFont[]> {
  const inter = await openFont(INTER);
  const fonts: LetterFont[] = [{ name: "text", source: INTER, covers: (code) => inter.hasGlyphForCodePoint(code) }];
  const missing = new Set(
    Array.from(text, (letter) => letter.codePointAt(0) ?? 0).filter((code) => !fonts[0]?.covers(code)),
  );
  const own = countries.map((country) => HAN_OF[country]).find((family) => family !== undefined);
  const families = [...SCRIPTS, ...(own ? [own] : []), ...HAN.filter((family) => family !== own)];
  for (const family of families) {
    if (![...missing].some((code) => code >= 0x20)) break;
    for (const part of await partsOf(family)) {
      if (![...missing].some((code) => part.covers(code))) continue;
      const font = await cut(part, text);
      fonts.push(font);
      for (const code of missing) if (font.covers(code)) missing.delete(code);
    }
  }
  return fonts;
}
