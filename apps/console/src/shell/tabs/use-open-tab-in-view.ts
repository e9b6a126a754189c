import { useLayoutEffect, type RefObject } from "react";

const OPEN = "[aria-current=page], [aria-selected=true]";

/** Scrolls a row of tabs that is wider than its place to the open one; the page itself stays where it is. */
export function useOpenTabInView(row: RefObject<HTMLElement | null>, open: string, enabled: boolean): void {
  useLayoutEffect(() => {
    const tab = row.current?.querySelector(OPEN);
    const list = row.current;
    if (!list || !tab || !enabled) return;
    const [place, shown] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (shown.left < place.left) list.scrollBy({ left: shown.left - place.left, behavior: "instant" });
    else if (shown.right > place.right) list.scrollBy({ left: shown.right - place.right, behavior: "instant" });
  }, [row, open, enabled]);
}
