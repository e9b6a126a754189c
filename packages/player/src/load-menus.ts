/** Fetches the menus of a player: they are not needed before it is played. Without them the settings button does nothing. */
export function loadMenus(root: HTMLElement): void {
  import("./menus.ts").then(
    ({ startMenus }) => startMenus(root),
    // Not fetched: the next request for them tries again.
    () => undefined,
  );
}
