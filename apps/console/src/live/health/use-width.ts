import { useCallback, useState } from "react";

/** How wide an element is, in pixels, and stays known when it changes; `unknown` until it is laid out. */
export function useWidth(unknown: number): [ref: (element: Element | null) => (() => void) | undefined, width: number] {
  const [width, setWidth] = useState(unknown);
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return;
      const measure = () => setWidth(Math.round(element.clientWidth) || unknown);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [unknown],
  );
  return [ref, width];
}
