import { useEffect } from "react";

/** The icon of a browser's tab while something is on air: the red of the tally light (theme.ts). */
const TALLY = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#e5484d"/></svg>',
)}`;

/** Turns the icon of the browser's tab red while `on`. */
export function useTallyIcon(on: boolean): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!on || !link) return;
    const { href } = link;
    link.href = TALLY;
    return () => {
      link.href = href;
    };
  }, [on]);
}
