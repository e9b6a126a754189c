import type { RegisteredRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Names one call of `goTo`, so that it differs from every other way to the same address. */
    visit?: string;
  }
}

/**
 * Goes to a page and answers true once it is the address; false when someone stayed instead, as unsaved changes let them, and
 * went somewhere else later. The router's own promise is no help: it ends with whatever navigation comes next, and not at all
 * when what it draws is overtaken.
 */
export function goTo(router: Pick<RegisteredRouter, "history" | "navigate">, to: "/dashboard"): Promise<boolean> {
  const { history } = router;
  const visit = Math.random().toString(36);
  return new Promise((resolve) => {
    const stop = history.subscribe(({ location }) => {
      stop();
      resolve(location.state.visit === visit);
    });
    void router.navigate({ to, replace: history.location.pathname === to, state: { visit } });
  });
}
