import { useEffect, useRef, type RefObject } from "react";

/** The element of a form. After each refusal its first field with a message gets the focus. */
export function useFirstRefused<Kind extends HTMLElement>(refusals: number): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return element;
}
