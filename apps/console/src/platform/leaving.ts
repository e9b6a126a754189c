/** When a page asked to close stays open after all, its failures count again after this. */
const STAYED_MS = 3000;

let leaving = false;

/** Follows the browser away from this page. To be called once, before the first request. */
export function watchLeaving(): void {
  window.addEventListener("beforeunload", () => {
    leaving = true;
    setTimeout(() => {
      leaving = false;
    }, STAYED_MS);
  });
  window.addEventListener("pagehide", () => {
    leaving = true;
  });
  window.addEventListener("pageshow", () => {
    leaving = false;
  });
}

/**
 * Keeps a failure from being heard when it comes from leaving the page: the browser cuts off what is under way, which
 * looks like a server that cannot be reached. Without this, a quick reload would sign people out.
 */
export async function unlessLeaving(): Promise<void> {
  if (leaving) await new Promise<never>(() => {});
}
