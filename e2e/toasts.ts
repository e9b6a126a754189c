import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "./product.ts";

/** Where a page keeps what its toasts said. */
const NAME = "kinoraToasts";

/** Notes what every toast in the pages of a context says: it stays for 2.5 s, and a busy machine looks later. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript({
    content: `
      const said = (globalThis.${NAME} = []);
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element && node.matches("[aria-live] > [role]")) said.push(node.textContent);
      }).observe(document, { childList: true, subtree: true });`,
  });
}

/** Waits for a toast with this text, which may have gone again; the next wait for the same text waits for another one. */
export async function toast(page: Page, text: string): Promise<void> {
  const taken = () =>
    page.evaluate(
      ({ name, wanted }) => {
        const said = Reflect.get(globalThis, name) as string[];
        const at = said.findIndex((message) => message.includes(wanted));
        return at >= 0 && said.splice(at, 1).length > 0;
      },
      { name: NAME, wanted: text },
    );
  await expect.poll(taken, { message: `a toast: ${text}` }).toBe(true);
}
