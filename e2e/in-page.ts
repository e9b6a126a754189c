import type { Page } from "@playwright/test";

interface ConsoleRouter {
  navigate(to: { href: string }): Promise<void>;
}

/**
 * Goes to a page of the console as its own links do, and answers when it is there: the document stays, and with it all
 * that was loaded. TanStack Router leaves itself under this name for its developer tools.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    const router = Reflect.get(globalThis, "__TSR_ROUTER__") as ConsoleRouter;
    await router.navigate({ href });
  }, path);
}
