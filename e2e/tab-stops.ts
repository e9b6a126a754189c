import type { Page } from "@playwright/test";

/** More of them repeat what the first have shown: rows of a list. */
const STOPS = 30;

/** Where the next press of Tab goes on from: the page's content, after what frames every page. */
const toTheContent = (page: Page) =>
  page.evaluate(() => {
    // Colours that are on their way would be compared before they have changed. A sheet of a script needs no leave of the policy.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    const main = document.querySelector("main") ?? document.body;
    const had = main.getAttribute("tabindex");
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
    main.blur();
    if (had === null) main.removeAttribute("tabindex");
    else main.setAttribute("tabindex", had);
  });

/**
 * What has the focus when one goes through the page's content with Tab and looks as if it had not (WCAG 2.2, 2.4.7): nothing of
 * it, of what labels it or of what lies around it is drawn otherwise. `stops` says how many there were.
 */
export async function hiddenFocus(page: Page): Promise<{ stops: number; hidden: string[] }> {
  await toTheContent(page);
  const seen = new Set<string>();
  const hidden: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body || focused instanceof HTMLIFrameElement)
        return null;
      if (!focused.closest("main")) return null;
      const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
      const around = [focused, focused.parentElement, focused.parentElement?.parentElement];
      const drawn = [...around, ...labels, focused.nextElementSibling, focused.previousElementSibling].filter(
        (element) => element instanceof Element,
      );
      const look = () =>
        drawn.flatMap((element) =>
          ["", "::before", "::after"].map((part) => {
            const style = getComputedStyle(element, part);
            const outline = style.outlineStyle === "none" ? "" : `${style.outlineWidth} ${style.outlineColor}`;
            return [outline, style.boxShadow, style.borderColor, style.backgroundColor, style.textDecoration].join();
          }),
        );
      const before = look().join("\n");
      focused.blur();
      const after = look().join("\n");
      focused.focus({ preventScroll: true });
      const all = [...document.querySelectorAll("*")];
      return { at: String(all.indexOf(focused)), html: focused.outerHTML.slice(0, 160), isShown: before !== after };
    });
    if (found === null || seen.has(found.at)) break;
    seen.add(found.at);
    if (!found.isShown) hidden.push(found.html);
  }
  return { stops: seen.size, hidden };
}
