import type { Page } from "@playwright/test";

interface ConsoleRouter {
  navigate(to: { href: string }): Promise<void>;
  subscribe(event: "onResolved", heard: () => void): () => void;
}

/**
 * Goes to a page of the console as its own links do, and answers when it is there: the document stays, and with it all
 * that was loaded. TanStack Router leaves itself under this name for its developer tools.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const router = Reflect.get(globalThis, "__TSR_ROUTER__") as ConsoleRouter;
    // A navigation that another one overtakes, as a page that corrects its address does, never settles.
    const arrival = new Promise<void>((arrive, fail) => {
      const end = router.subscribe("onResolved", () => {
        end();
        arrive();
      });
      router.navigate({ href }).then(arrive, fail);
    });
    // The browser may collect a promise that nothing in the page holds.
    Reflect.set(globalThis, "arrival", arrival);
    return arrival;
  }, path);
}
