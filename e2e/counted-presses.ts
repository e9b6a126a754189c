import type { Page } from "@playwright/test";

/** What a job cost: presses of the pointer, and fields that were typed into. */
export interface Effort {
  presses: number;
  fields: number;
}

/** Counts what a person does on the page until it is reloaded: in the console, where links load nothing, a whole job. */
export async function countPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const filled = new Set<EventTarget | null>();
    let presses = 0;
    const publish = () =>
      document.documentElement.setAttribute("data-effort", JSON.stringify({ presses, fields: filled.size }));
    addEventListener("pointerdown", () => (presses += 1), { capture: true });
    const typed = 'textarea, input:not([type="checkbox"], [type="radio"], [type="file"])';
    addEventListener(
      "input",
      ({ target }) => {
        if (target instanceof Element && target.matches(typed)) filled.add(target);
      },
      { capture: true },
    );
    // Read as it is asked for: what the page renders again keeps no attribute.
    addEventListener("effort", publish);
  });
}

/** What was done since the page was loaded. */
export async function effortOf(page: Page): Promise<Effort> {
  const written = await page.evaluate(() => {
    dispatchEvent(new Event("effort"));
    return document.documentElement.getAttribute("data-effort");
  });
  const effort = JSON.parse(written ?? "null") as Effort | null;
  if (effort === null) throw new Error("Nothing was counted on this page.");
  return effort;
}
