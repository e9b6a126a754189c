import { isLongEnough } from "@kinora/domain/searchLength.ts";
import { useEffect, useState } from "react";

/** Typing rests this long before it counts (spec §9). */
export const SETTLE_MS = 500;

/** A value once it has not changed for 500 ms. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What a typed text asks the server for (spec §7): in lower case, or null when nothing is typed. */
export const searchOf = (typed: string): string | null => typed.trim().toLowerCase() || null;

/** What a list is searched for by what was typed: nothing until it is long enough. */
export const effectiveSearch = (typed: string): string => (isLongEnough(typed.trim()) ? typed.trim() : "");

/** Whether a text is too short to be searched for. */
export const isTooShort = (typed: string): boolean => typed.trim() !== "" && !isLongEnough(typed.trim());
