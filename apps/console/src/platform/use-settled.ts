import { isLongEnough } from "@kinora/domain/search-length.ts";
import { useEffect, useState } from "react";

/** Typing rests this long before it counts (spec §9). */
export const SETTLE_MS = 500;

/** A value once it has not changed for 500 ms, or another time in milliseconds. */
export function useSettled<Value>(value: Value, afterMs = SETTLE_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}

/** What a typed text asks the server for (spec §7): in lower case, or null when nothing is typed. */
export const searchOf = (typed: string): string | null => typed.trim().toLowerCase() || null;

/** What a list is searched for by what was typed: nothing until it is long enough. */
export const effectiveSearch = (typed: string): string => (isLongEnough(typed.trim()) ? typed.trim() : "");

/** Whether a text is too short to be searched for. */
export const isTooShort = (typed: string): boolean => typed.trim() !== "" && !isLongEnough(typed.trim());
