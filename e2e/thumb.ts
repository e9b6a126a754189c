import type { Locator, Page } from "@playwright/test";
import { pixelsTooWide } from "./accessibility.ts";
import { expect } from "./product.ts";
import { touchFault } from "./ui-measures.ts";

/** A phone's browser: 390 × 844 px, without a mouse. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Somebody who works with a thumb: each thing is measured before it is tapped. */
export class Thumb {
  readonly page: Page;
  readonly #missed: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    // Waits until it stands still and nothing covers it.
    await target.tap({ trial: true });
    const fault = await target.evaluate(touchFault);
    if (fault) this.#missed.push(fault);
    await target.tap();
  }

  button(name: string | RegExp, within: Pick<Page, "getByRole"> = this.page): Promise<void> {
    return this.tap(within.getByRole("button", { name, exact: typeof name === "string" }));
  }

  /** Opens a menu and chooses from it. */
  async choose(menu: string | RegExp, item: string): Promise<void> {
    await this.button(menu);
    await this.tap(this.page.getByRole("menuitem", { name: item, exact: true }));
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    await field.fill(text);
  }

  /** Whatever was tapped was large enough, and nothing of the page is beside the screen. */
  async expectEase(): Promise<void> {
    expect(this.#missed).toEqual([]);
    await expect.poll(() => pixelsTooWide(this.page)).toBe(0);
  }
}
