import { useId } from "@mantine/hooks";
import { use, useEffect, useLayoutEffect, useRef } from "react";
import { FetchCode, useLater, type LaterCode } from "../later.ts";

/** What someone did to a field before its list was there. */
export type Reached = "focus" | "press" | null;

/**
 * A field whose list is fetched when the browser is idle, or at once when someone reaches for it: `code` is null until
 * then, for which the caller draws a field that looks the same. What was done to that is repeated.
 * @param givenId the id of both.
 */
export function useReached<Code>(later: LaterCode<Code>, givenId?: string) {
  const { code } = useLater(later);
  const fetchCode = use(FetchCode);
  const id = useId(givenId);
  const reached = useRef<Reached>(null);
  useLayoutEffect(() => {
    if (code !== null && reached.current !== null) document.getElementById(id)?.focus({ preventScroll: true });
  }, [code, id]);
  useEffect(() => {
    if (code !== null && reached.current === "press") document.getElementById(id)?.click();
    if (code !== null) reached.current = null;
  }, [code, id]);
  const reach = (how: Reached) => {
    // A mouse presses before it gives the focus: the element may be another one before it is released, which then is no click.
    if (how !== "focus" || reached.current !== "press") reached.current = how;
    if (how !== null) void fetchCode(later.load);
  };
  return { code, id, reach };
}

const OPENING_KEYS = ["ArrowDown", "ArrowUp", "Enter", " "];

/** The properties of the field that waits for its list. */
export const reaching = (reach: (how: Reached) => void) => ({
  role: "combobox" as const,
  readOnly: true,
  "aria-haspopup": "listbox" as const,
  "aria-expanded": false,
  onFocus: () => reach("focus"),
  onBlur: () => reach(null),
  onMouseDown: ({ button }: { button: number }) => button === 0 && reach("press"),
  onClick: () => reach("press"),
  onKeyDown(event: { key: string; preventDefault: () => void }) {
    if (!OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    reach("press");
  },
});
