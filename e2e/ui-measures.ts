import type { Page } from "@playwright/test";

/**
 * Measures the edges of fields, boxes and switches as they are drawn: the line, its shadow or the fill beside what lies
 * around them. `faint` names those with less than 3:1 (WCAG 2.2, 1.4.11), which does not ask it of disabled controls.
 */
export const faintControls = (page: Page): Promise<{ measured: number; faint: string[] }> =>
  page.evaluate(() => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const read = (colour: string): Colour => {
      if (!canvas) return [0, 0, 0, 0];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha];
    };
    const luminance = ([red, green, blue]: Colour) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
        const share = part / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: Colour, other: Colour) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const around = (element: Element): Colour => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        const colour = read(getComputedStyle(parent).backgroundColor);
        if (colour[3] === 255) return colour;
      }
      return [255, 255, 255, 255];
    };
    const selector =
      "input.mantine-Input-input, textarea.mantine-Input-input, .mantine-PasswordInput-input, .mantine-Checkbox-input, .mantine-Switch-track";
    const controls = [...document.querySelectorAll(selector)].filter((control) => {
      const input = control.matches("input, textarea") ? control : control.previousElementSibling;
      return control.getClientRects().length > 0 && !input?.matches(":disabled");
    });
    const faint = controls.flatMap((control) => {
      const style = getComputedStyle(control);
      const page = around(control);
      const shadow = /(?:rgba?|color)\([^)]*\)/.exec(style.boxShadow)?.[0];
      const edges = [
        style.backgroundColor,
        ...(Number.parseFloat(style.borderTopWidth) > 0 ? [style.borderTopColor] : []),
        ...(shadow === undefined ? [] : [shadow]),
      ];
      const best = Math.max(
        ...edges
          .map(read)
          .filter(([, , , alpha]) => alpha === 255)
          .map((edge) => contrast(edge, page)),
      );
      return best >= 3 ? [] : [`${best.toFixed(2)}: ${control.outerHTML.slice(0, 160)}`];
    });
    return { measured: controls.length, faint };
  });

const PRESSED = "button, a[href], input, textarea, select, [role=button], [role=tab], [role=option]";

/**
 * Runs in the browser: which of its sides does not take a touch everywhere in 44 × 44 px around the middle of what is
 * pressed. Nothing when it does; null for what is not there to be pressed. Links within a sentence may be smaller
 * (WCAG 2.2, 2.5.8).
 */
export function touchFault(target: Element): string | null {
  if (target.getClientRects().length === 0 || target.closest("p, [aria-hidden=true]")) return null;
  if (target.matches(":disabled, [type=hidden]")) return null;
  target.scrollIntoView({ block: "center", inline: "center" });
  const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
  // A radio button of segments and the input of a switch are drawn by their labels.
  const drawn = labels.find((label) => label.contains(target) || label.className.includes("Switch-track")) ?? target;
  // The line around the field of a password is its frame's.
  const frame = target.closest(".mantine-PasswordInput-input");
  const { left, top, width, height } = drawn.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const takes = (atX: number, atY: number) => {
    const hit = document.elementFromPoint(atX, atY);
    return hit !== null && [target, ...labels, frame].some((one) => one?.contains(hit));
  };
  const reach = 21;
  const missed = [
    ...(takes(x, y - reach) && takes(x, y + reach) ? [] : ["height"]),
    ...(takes(x - reach, y) && takes(x + reach, y) ? [] : ["width"]),
  ];
  if (missed.length === 0) return "";
  return `${missed.join(", ")} ${Math.round(width)}×${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`;
}

/** What can be pressed on a page and is too small for a finger. */
export async function smallTargets(page: Page): Promise<{ measured: number; small: string[] }> {
  const targets = await page.locator(PRESSED).elementHandles();
  const faults: (string | null)[] = [];
  for (const target of targets) faults.push(await target.evaluate(touchFault));
  const measured = faults.filter((fault) => fault !== null);
  return { measured: measured.length, small: measured.filter((fault) => fault !== "") };
}
