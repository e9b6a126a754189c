import { useSyncExternalStore } from "react";

/** The widths at which the layout changes, in pixels (spec §9). */
export const BREAKPOINTS = {
  publicHeader: 786,
  sidebar: 840,
  breadcrumb: 640,
  pagination: 840,
  autocompleteDialog: 480,
} as const;

/** Whether the window is narrower than a width in pixels. */
export function useNarrowerThan(pixels: number): boolean {
  const query = `(max-width: ${pixels - 0.02}px)`;
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
  );
}
