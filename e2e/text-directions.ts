import type { Page } from "@playwright/test";

/**
 * Texts and fields that begin with a letter that is read from the right and are set from the left, a line each: with
 * `dir="auto"` the text itself says which (HTML Standard, 3.2.6.4). Sentences with a name in them are not meant.
 */
export const wrongDirections = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Initials have no direction to get wrong.
    const isFromRight = (text: string) => /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]{3}/u.test(text);
    const isSetSo = (element: Element) => {
      const { direction, unicodeBidi } = getComputedStyle(element);
      return direction === "rtl" || unicodeBidi === "plaintext";
    };
    const faults = new Set<string>();
    const look = (element: Element, text: string) => {
      if (isFromRight(text) && element.checkVisibility({ visibilityProperty: true }) && !isSetSo(element))
        faults.add(`set from the left: ${element.outerHTML.slice(0, 160)}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement && node.parentElement.closest("script, style, textarea") === null)
        look(node.parentElement, node.textContent ?? "");
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea"))
      look(field, field.value);
    return [...faults];
  });
