import { useLayoutEffect, useRef, type RefObject } from "react";

const OPEN = "[aria-current=page], [aria-selected=true]";

/** Scrolls a row of tabs that is wider than its place to the open one; the page itself stays where it is. */
export function useOpenTabInView<Row extends HTMLElement>(open: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const tab = row.current?.querySelector(OPEN);
    if (!row.current || !tab) return;
    const [place, shown] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (shown.left < place.left) row.current.scrollLeft += shown.left - place.left;
    else if (shown.right > place.right) row.current.scrollLeft += shown.right - place.right;
  }, [open]);
  return row;
}
