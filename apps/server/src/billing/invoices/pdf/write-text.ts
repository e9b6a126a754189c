import bidiFactory, { type EmbeddingLevels } from "bidi-js";
import LineBreaker from "linebreak";
import type { LetterFont } from "./letter-fonts.ts";

type Document = PDFKit.PDFDocument;

export interface TextOptions {
  width: number;
  align?: "left" | "right";
  lineGap?: number;
}

/** Writes a text into a column, from its upper left corner; the document's `y` is below it afterwards. */
export type Write = (text: string, x: number, y: number, options: TextOptions) => void;

const bidi = bidiFactory();
/** What belongs to no script takes the font of what stands before it. */
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u;
const STRONG = /\p{L}/u;

/** A paragraph with the direction and the font of each of its UTF-16 units. */
interface Paragraph {
  text: string;
  levels: EmbeddingLevels;
  mirrored: Map<number, string>;
  fonts: string[];
}

/** Neighbours of a line with one font and one direction. */
interface Run {
  text: string;
  font: string;
}

/** Writes with pdfkit alone what is all in the first font and goes left to right; lays out everything else letter by letter. */
export function writerOf(document: Document, fonts: readonly LetterFont[]): Write {
  return (text, x, y, options) => {
    const paragraphs = text.split("\n").map((part) => paragraphOf(part, fonts));
    if (paragraphs.every(isPlain)) document.text(text, x, y, options);
    else writeParagraphs(document, paragraphs, { x, y, ...options });
  };
}

const isPlain = ({ levels, fonts }: Paragraph): boolean =>
  levels.levels.every((level) => level === 0) && fonts.every((font) => font === "text");

function paragraphOf(text: string, fonts: readonly LetterFont[]): Paragraph {
  const levels = bidi.getEmbeddingLevels(text);
  const names: string[] = [];
  let last = fonts[0];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (!COMMON.test(letter) || !last?.covers(code)) last = fonts.find((font) => font.covers(code)) ?? fonts[0];
    for (let unit = 0; unit < letter.length; unit += 1) names.push(last?.name ?? "text");
  }
  return { text, levels, mirrored: bidi.getMirroredCharactersMap(text, levels.levels), fonts: names };
}

function writeParagraphs(
  document: Document,
  paragraphs: readonly Paragraph[],
  { x, y, width, align, lineGap = 0 }: TextOptions & { x: number; y: number },
): void {
  // Lines are as high as those of the first font: all letters of a line stand on one base line.
  document.font("text");
  const height = document.currentLineHeight(true) + lineGap;
  const ascent = document.currentLineHeight(false) * 0.8;
  let top = y;
  for (const paragraph of paragraphs)
    for (const runs of linesOf(document, paragraph, width)) {
      if (top + height > document.page.maxY()) {
        document.addPage();
        top = document.y;
      }
      let left = align === "right" ? x + width - widthOf(document, runs) : x;
      for (const run of runs) {
        // An empty list of features: pdfkit shapes the run as a whole, not word by word.
        const options: PDFKit.Mixins.TextOptions = { lineBreak: false, baseline: "alphabetic", features: [] };
        document.font(run.font).text(run.text, left, top + ascent, options);
        left += widthOf(document, [run]);
      }
      top += height;
    }
  document.font("text");
  document.x = x;
  document.y = top;
}

const widthOf = (document: Document, runs: readonly Run[]): number =>
  runs.reduce((sum, { font, text }) => sum + document.font(font).widthOfString(text, { features: [] }), 0);

/** The lines of a paragraph in a column, each as its runs from left to right. */
function linesOf(document: Document, paragraph: Paragraph, width: number): Run[][] {
  const { text } = paragraph;
  const lines: Run[][] = [];
  const breaker = new LineBreaker(text);
  let [start, fits] = [0, 0];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    if (fits > start && widthOf(document, runsOf(paragraph, start, next.position)) > width) {
      lines.push(runsOf(paragraph, start, fits));
      start = fits;
    }
    fits = next.position;
  }
  return [...lines, runsOf(paragraph, start, text.length)];
}

/** A line's runs from left to right, without the space at its end. */
function runsOf({ text, levels, mirrored, fonts }: Paragraph, start: number, end: number): Run[] {
  const last = start + text.slice(start, end).trimEnd().length - 1;
  if (last < start) return [];
  // bidi-js answers with those of the whole text, of which only the line's are in another order.
  const order = bidi.getReorderedIndices(text, levels, start, last).slice(start, last + 1);
  const groups: number[][] = [];
  for (const index of order) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const follows =
      before !== undefined &&
      fonts[before] === fonts[index] &&
      levels.levels[before] === levels.levels[index] &&
      Math.abs(before - index) === 1;
    if (follows) group?.push(index);
    else groups.push([index]);
  }
  return groups.map((group) => {
    const letters = group.map((index) => mirrored.get(index) ?? text.charAt(index));
    const isTurned = (levels.levels[group[0] ?? start] ?? 0) % 2 === 1;
    // fontkit turns what has letters that go right to left; signs alone have no direction for it.
    const turnsItself = isTurned && letters.some((letter) => STRONG.test(letter));
    return { text: (turnsItself ? letters.toReversed() : letters).join(""), font: fonts[group[0] ?? start] ?? "text" };
  });
}
