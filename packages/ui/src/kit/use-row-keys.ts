import { useEffect, useRef, type RefObject } from "react";
import type { AnyRow } from "./columns.ts";

/**
 * Keys for a list whose rows carry `data-row`: `j` and `k` move the focus between rows, other keys act on the row that
 * has the focus. They rest in fields, and while a menu or a dialog is open.
 */
export function useRowKeys<Row extends AnyRow>(
  list: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  actions: Readonly<Record<string, (row: Row) => void>>,
): void {
  const latest = useRef({ rows, actions });
  useEffect(() => {
    latest.current = { rows, actions };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
      const elements = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      const at = elements.findIndex((row) => row.contains(document.activeElement));
      if (event.key === "j" || event.key === "k") {
        const next = elements[event.key === "j" ? Math.min(at + 1, elements.length - 1) : Math.max(at - 1, 0)];
        if (!next) return;
        next.focus();
        next.scrollIntoView?.({ block: "nearest" });
        event.preventDefault();
        return;
      }
      // Enter presses the button or follows the link that has the focus, unless it is the row itself.
      if (event.key === "Enter" && document.activeElement !== elements[at]) return;
      const row = latest.current.rows.find(({ id }) => String(id) === elements[at]?.dataset["row"]);
      const action = latest.current.actions[event.key];
      if (!action || !row) return;
      event.preventDefault();
      action(row);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list]);
}

/** Closed selects keep their choices in the page, hidden. */
const isOpen = (layer: Element): boolean => layer.closest('[style*="display: none"]') === null;

function isBusy(target: EventTarget | null): boolean {
  const layers = document.querySelectorAll('[role="menu"], [role="listbox"], [aria-modal="true"]');
  if ([...layers].some(isOpen)) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}
