import type { Page } from "@playwright/test";

/**
 * What looks alike in high contrast and is not, a line each: something chosen beside something that is not, and the done
 * part of a bar beside the rest. Colors are the system's there, and shadows and most backgrounds are gone.
 */
export async function lostInHighContrast(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const lost = await page.evaluate(() => {
    const SHOWN = [
      ...["background-color", "color", "opacity", "visibility", "display", "font-weight", "text-decoration-line"],
      ...["border-top-color", "border-top-width", "border-bottom-color", "border-bottom-width", "border-left-width"],
      ...["outline-style", "outline-color", "transform", "left", "translate"],
    ];
    const lookOf = (element: Element) =>
      [element, ...element.querySelectorAll("*")]
        .slice(0, 12)
        .flatMap((one) => [null, "::before", "::after"].map((part) => getComputedStyle(one, part)))
        .map((style) => SHOWN.map((name) => style.getPropertyValue(name)).join());
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const name = (element: Element) => element.outerHTML.slice(0, 160);
    const faults: string[] = [];
    /** Compares what is in a state with the nearest one of its kind that is not. */
    const compare = (chosen: Element, kind: string, isChosen: (other: Element) => boolean) => {
      for (let box = chosen.parentElement; box && box !== document.body; box = box.parentElement) {
        const other = [...box.querySelectorAll(kind)].find((one) => !isChosen(one) && isSeen(one));
        if (!other) continue;
        if (String(lookOf(chosen)) === String(lookOf(other))) faults.push(`looks as if not chosen: ${name(chosen)}`);
        return;
      }
    };
    for (const state of ["aria-current", "aria-selected", "aria-pressed", "aria-checked"])
      for (const chosen of document.querySelectorAll(`[${state}]:not([${state}="false"])`)) {
        const role = chosen.getAttribute("role");
        const kind = chosen.tagName.toLowerCase() + (role === null ? ":not([role])" : `[role="${role}"]`);
        if (isSeen(chosen)) compare(chosen, kind, (one) => ![null, "false"].includes(one.getAttribute(state)));
      }
    const boxOf = (input: Element) => input.closest("label") ?? input.parentElement ?? input;
    for (const input of document.querySelectorAll<HTMLInputElement>(
      "input:is([type=checkbox], [type=radio]):checked",
    )) {
      const others = document.querySelectorAll<HTMLInputElement>(`input[type=${input.type}]:not(:checked)`);
      const other = [...others].find(
        (one) => one.className === input.className && one.disabled === input.disabled && isSeen(boxOf(one)),
      );
      if (other && isSeen(boxOf(input)) && String(lookOf(boxOf(input))) === String(lookOf(boxOf(other))))
        faults.push(`looks as if not chosen: ${name(input)}`);
    }
    for (const bar of document.querySelectorAll("[role=progressbar]")) {
      const rest = bar.parentElement;
      const [done, left] = [bar, rest].map((one) => one && getComputedStyle(one).backgroundColor);
      if (isSeen(bar) && rest && done === left) faults.push(`no progress is seen: ${name(bar)}`);
    }
    return faults;
  });
  await page.emulateMedia({ forcedColors: "none" });
  return lost;
}
