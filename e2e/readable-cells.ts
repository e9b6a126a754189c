import type { Page } from "@playwright/test";

/** Letters a word may have that has to stand on one line; longer ones (file names, hashes) may be broken. */
const UNBROKEN_LETTERS = 14;
/** Pixels of two texts that may lie over each other: the edges of letters. */
const TOUCHING = 4;
/** From this width on, in pixels, nothing has to be scrolled to sideways. */
const WIDE = 1024;
/** Pixels of the first few letters before an ellipsis. */
const FEW_LETTERS = 32;

/**
 * What cannot be read in the lists of a page as they are laid out now, a line each: texts of one row that lie over each other,
 * words broken into letters by a column that is too narrow, and text cut off without an ellipsis.
 */
export const unreadableCells = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ letters, touching, wide, fewLetters }) => {
      const faults = new Set<string>();
      const seen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) && !isForReadersOnly(element);
      const isForReadersOnly = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        return width <= 1 || height <= 1;
      };
      const short = (text: string) => text.trim().replaceAll(/\s+/g, " ").slice(0, 40);
      /** The nearest box that hides what leaves it sideways; what can be scrolled to is not hidden. */
      const clipOf = (element: Element): { right: number; hasEllipsis: boolean; scrolls: boolean } => {
        for (let box: Element | null = element; box !== null; box = box.parentElement) {
          const { overflowX, textOverflow } = getComputedStyle(box);
          const { right } = box.getBoundingClientRect();
          if (overflowX === "auto" || overflowX === "scroll") return { right, hasEllipsis: false, scrolls: true };
          if (overflowX !== "visible") return { right, hasEllipsis: textOverflow === "ellipsis", scrolls: false };
        }
        return { right: window.innerWidth, hasEllipsis: false, scrolls: false };
      };
      for (const row of document.querySelectorAll("main [role=row], main tr, main [role=tablist], main [data-row]")) {
        if (!seen(row)) continue;
        const lines: { node: Node; text: string; left: number; right: number; top: number; bottom: number }[] = [];
        const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const holder = node.parentElement;
          const text = short(node.textContent ?? "");
          if (holder === null || text === "" || !seen(holder)) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const clip = clipOf(holder);
          for (const { left, right, top, bottom } of range.getClientRects()) {
            if (right > clip.right + touching) {
              if (clip.scrolls && window.innerWidth >= wide) faults.add(`out of sight: ${text}`);
              if (!clip.scrolls && !clip.hasEllipsis) faults.add(`cut off: ${text}`);
              if (clip.hasEllipsis && clip.right - left < fewLetters)
                faults.add(`nearly nothing but an ellipsis: ${text}`);
            }
            lines.push({ node, text, left, right: Math.min(right, clip.right), top, bottom });
          }
          for (const word of (node.textContent ?? "").matchAll(/\S+/g)) {
            if (word[0].length > letters) continue;
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (tops.size > 1) faults.add(`broken into ${tops.size} lines: ${word[0]} of ${text}`);
          }
        }
        // What can be pressed is in sight without scrolling; tabs and names are texts, which may end in an ellipsis.
        for (const control of row.querySelectorAll("button:not([role=tab]), input, [role=switch]")) {
          if (!seen(control) || control.closest("[role=tablist]")) continue;
          const { left, right } = control.getBoundingClientRect();
          if (right - left > 1 && right > clipOf(control).right + 1)
            faults.add(`cannot be pressed: ${control.getAttribute("aria-label") ?? short(control.textContent ?? "")}`);
        }
        for (const [index, one] of lines.entries())
          for (const other of lines.slice(index + 1)) {
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (one.node !== other.node && across > touching && down > touching)
              faults.add(`over each other: ${one.text} | ${other.text}`);
          }
      }
      return [...faults];
    },
    { letters: UNBROKEN_LETTERS, touching: TOUCHING, wide: WIDE, fewLetters: FEW_LETTERS },
  );
