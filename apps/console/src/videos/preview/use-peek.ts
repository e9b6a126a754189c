import { useEffect, useRef, type RefObject } from "react";

/** The video that is open beside the list; null for none. */
export interface Peek {
  id: number | null;
  /** @param seconds where it starts to play at once; without it, it waits with its poster. */
  onPeek: (id: number | null, seconds?: number) => void;
}

const rowsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
const idOf = (row: HTMLElement | undefined) => Number(row?.dataset["row"]);

/** Brings the focus to a row's name. */
export function focusRow(row: HTMLElement | undefined | null): void {
  row?.querySelector<HTMLElement>("a[href]")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

/** What a row holds that does something of its own when it is pressed. */
const OWN = "a, button, input, label, textarea, select, [role='menu'], [role='dialog']";

/**
 * A press on a row opens it beside the list, Space on it or its name too; with one open, the arrows walk through the rows and
 * Escape closes it. Enter on a name leads to the video's own page, like every link.
 */
export function usePeek(list: RefObject<HTMLElement | null>, peek: Peek): void {
  const latest = useRef(peek);
  useEffect(() => {
    latest.current = peek;
  });
  useEffect(() => {
    const root = list.current;
    const click = (event: MouseEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || target.closest(OWN) || event.defaultPrevented) return;
      const row = target.closest<HTMLElement>("[data-row]");
      // Someone who marks a text wants to copy it.
      if (!row || (window.getSelection()?.toString() ?? "") !== "") return;
      focusRow(row);
      latest.current.onPeek(idOf(row));
    };
    const press = (event: KeyboardEvent) => {
      const { id, onPeek } = latest.current;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('[role="menu"], [aria-modal="true"]')) return;
      const rows = rowsOf(list.current);
      if (event.key === " ") {
        const row = rows.find((each) => each.contains(document.activeElement));
        if (!row || !document.activeElement?.matches("a[href], [data-row]")) return;
        event.preventDefault();
        focusRow(row);
        onPeek(id === idOf(row) ? null : idOf(row));
        return;
      }
      if (id === null) return;
      if (event.key === "Escape") {
        event.preventDefault();
        onPeek(null);
        focusRow(rows.find((row) => idOf(row) === id));
        return;
      }
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step === 0 || isChoosing(event.target)) return;
      const next = rows[rows.findIndex((row) => idOf(row) === id) + step];
      if (!next) return;
      event.preventDefault();
      focusRow(next);
      onPeek(idOf(next));
    };
    root?.addEventListener("click", click);
    document.addEventListener("keydown", press);
    return () => {
      root?.removeEventListener("click", click);
      document.removeEventListener("keydown", press);
    };
  }, [list]);
}

/** Arrows move inside fields and choices. */
function isChoosing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="radiogroup"], [role="listbox"], textarea, select')) return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}
