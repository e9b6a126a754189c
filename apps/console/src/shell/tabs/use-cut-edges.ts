import { useEffect, type RefObject } from "react";

/** Writes which edges of a row cut what it holds into `data-cut`, as it scrolls and changes its width. */
export function useCutEdges(row: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    const list = row.current;
    if (!list || !enabled) return;
    const read = () => {
      const cut = [
        ...(list.scrollLeft > 1 ? ["left"] : []),
        ...(list.scrollLeft + list.clientWidth < list.scrollWidth - 1 ? ["right"] : []),
      ];
      list.setAttribute("data-cut", cut.join(" "));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(list);
    list.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", read);
      list.removeAttribute("data-cut");
    };
  }, [row, enabled]);
}
