import { useMediaQuery } from "@mantine/hooks";
import { useLayoutEffect, useState, type RefObject } from "react";

/** Below this many pixels of the window a row is two lines, and filters are a sheet. */
const PHONE_PX = 640;

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean =>
  useMediaQuery(`(max-width: ${PHONE_PX - 0.02}px)`, false, { getInitialValueInEffect: false });

/** The width of an element in whole pixels; 0 where nothing is laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setWidth(measured.clientWidth);
    // Before the first frame: an observer's render comes after it, and columns that do not fit would be seen until then.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
