import type { Page } from "@playwright/test";

/** Letters a word may have that has to stand on one line; longer ones (file names, hashes) may be broken. */
const UNBROKEN_LETTERS = 14;
/** Pixels of two texts that may lie over each other: the edges of letters. */
const TOUCHING = 4;
/** From this width on, in pixels, nothing has to be scrolled to sideways. */
const WIDE = 1024;
/** Pixels of the first few letters before an ellipsis. */
const FEW_LETTERS = 32;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The nearest box that hides what leaves it sideways or below; what can be scrolled to is not hidden. */
interface Clip {
  right: number;
  bottom: number;
  hasEllipsis: boolean;
  scrolls: boolean;
}

/** A row as it is laid out, in pixels. */
interface Row {
  /** Texts with the boxes of their lines. `broken` are words that stand on several lines. */
  texts: { text: string; boxes: Box[]; clip: Clip; broken: { word: string; lines: number }[] }[];
  /** What can be pressed, without tabs: they are texts, which may end in an ellipsis. */
  controls: { name: string; left: number; right: number; clip: Clip }[];
}

/**
 * What cannot be read in the lists of a page as they are laid out now, a line each: texts of one row that lie over each other,
 * words broken into letters by a column that is too narrow, lines of which the upper part is seen, and text cut off without an ellipsis.
 */
export async function unreadableCells(page: Page): Promise<string[]> {
  const { rows, width } = await measureRows(page);
  return [
    ...new Set(rows.flatMap((row) => [...faultsOfTexts(row, width), ...faultsOfControls(row), ...overlaps(row)])),
  ];
}

function faultsOfTexts({ texts }: Row, width: number): string[] {
  return texts.flatMap(({ text, boxes, clip, broken }) => [
    ...boxes
      .filter(({ right }) => right > clip.right + TOUCHING)
      .flatMap(({ left }) => {
        if (clip.scrolls) return width >= WIDE ? [`out of sight: ${text}`] : [];
        if (!clip.hasEllipsis) return [`cut off: ${text}`];
        return clip.right - left < FEW_LETTERS ? [`nearly nothing but an ellipsis: ${text}`] : [];
      }),
    ...boxes
      .filter(({ top, bottom }) => top < clip.bottom - TOUCHING && bottom > clip.bottom + TOUCHING)
      .map(() => `a line cut in two: ${text}`),
    ...broken.map(({ word, lines }) => `broken into ${lines} lines: ${word} of ${text}`),
  ]);
}

/** What can be pressed is in sight without scrolling. */
const faultsOfControls = ({ controls }: Row): string[] =>
  controls
    .filter(({ left, right, clip }) => right - left > 1 && right > clip.right + 1)
    .map(({ name }) => `cannot be pressed: ${name}`);

function overlaps({ texts }: Row): string[] {
  const lines = texts.flatMap(({ text, boxes, clip }, index) =>
    boxes.map((box) => ({
      ...box,
      right: Math.min(box.right, clip.right),
      bottom: Math.min(box.bottom, clip.bottom),
      text,
      index,
    })),
  );
  return lines.flatMap((one, position) =>
    lines
      .slice(position + 1)
      .filter((other) => {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        return one.index !== other.index && across > TOUCHING && down > TOUCHING;
      })
      .map((other) => `over each other: ${one.text} | ${other.text}`),
  );
}

/** Measures the rows of all lists of a page, and its width. One function, because it runs in the browser. */
const measureRows = (page: Page): Promise<{ rows: Row[]; width: number }> =>
  page.evaluate((letters) => {
    const isForReadersOnly = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };
    const seen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !isForReadersOnly(element);
    const short = (text: string) => text.trim().replaceAll(/\s+/g, " ").slice(0, 40);
    const boxesOf = (range: Range): Box[] =>
      [...range.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    const clipOf = (element: Element): Clip => {
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
        const { right, bottom: end } = box.getBoundingClientRect();
        // A title of two lines hides its further ones.
        const bottom = overflowY === "hidden" || overflowY === "clip" ? end : Infinity;
        if (overflowX === "auto" || overflowX === "scroll") return { right, bottom, hasEllipsis: false, scrolls: true };
        if (overflowX !== "visible") return { right, bottom, hasEllipsis: textOverflow === "ellipsis", scrolls: false };
      }
      return { right: window.innerWidth, bottom: Infinity, hasEllipsis: false, scrolls: false };
    };
    const rows: Row[] = [];
    for (const row of document.querySelectorAll("main [role=row], main tr, main [role=tablist], main [data-row]")) {
      if (!seen(row)) continue;
      const measured: Row = { texts: [], controls: [] };
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const [holder, content] = [node.parentElement, node.textContent ?? ""];
        if (holder === null || short(content) === "" || !seen(holder)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = {
          text: short(content),
          boxes: boxesOf(range),
          clip: clipOf(holder),
          broken: [] as Row["texts"][number]["broken"],
        };
        for (const { 0: word, index } of content.matchAll(/\S+/g)) {
          if (word.length > letters) continue;
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set(boxesOf(range).map(({ top }) => Math.round(top))).size;
          if (lines > 1) text.broken.push({ word, lines });
        }
        measured.texts.push(text);
      }
      for (const control of row.querySelectorAll("button:not([role=tab]), input, [role=switch]")) {
        if (!seen(control) || control.closest("[role=tablist]")) continue;
        const { left, right } = control.getBoundingClientRect();
        const name = control.getAttribute("aria-label") ?? short(control.textContent ?? "");
        measured.controls.push({ name, left, right, clip: clipOf(control) });
      }
      rows.push(measured);
    }
    return { rows, width: window.innerWidth };
  }, UNBROKEN_LETTERS);
