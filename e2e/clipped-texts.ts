import type { Page } from "@playwright/test";

/** Pixels of the edge of a letter that may be cut. */
const TOUCHING = 3;

/**
 * Texts that are cut off by what holds them, a line each: lines that are cut at their top or bottom, and words that end
 * at an edge without an ellipsis, or with one on what is pressed. What can be scrolled to is not cut off.
 */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate((touching) => {
    const isForReadersOnly = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };
    const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
    const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
    const faultOf = (text: string, holder: Element, { right, top, bottom }: DOMRect): string | null => {
      let [across, down] = [true, true];
      for (let box: Element | null = holder; box !== null && box !== document.body; box = box.parentElement) {
        if (isForReadersOnly(box)) return null;
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (webkitLineClamp !== "none") down = false;
        if (down && cuts(overflowY) && (bottom > edge.bottom + touching || top < edge.top - touching))
          return `cut in its height: ${text}`;
        if (across && cuts(overflowX) && right > edge.right + touching) {
          if (textOverflow !== "ellipsis") return `cut in its width: ${text}`;
          if (box.closest("button, label, [role=tab], th, h1, h2, dt") !== null) return `shortened: ${text}`;
          across = false;
        }
        if (scrolls(overflowX)) across = false;
        if (scrolls(overflowY)) down = false;
        if (position === "fixed") return null;
      }
      return null;
    };
    const faults = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const [holder, text] = [node.parentElement, (node.textContent ?? "").trim().slice(0, 40)];
      if (holder === null || text === "" || !holder.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const fault = faultOf(text, holder, box);
        if (fault !== null) faults.add(fault);
      }
    }
    return [...faults];
  }, TOUCHING);
