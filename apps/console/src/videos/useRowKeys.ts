import { useEffect, useRef, type RefObject } from "react";
import { focusRow } from "./usePeek.ts";

type RowAction = (id: number) => void;

/**
 * Keys for a list whose rows carry `data-row`: `j` and `k` move the focus between rows, the other letters act on the
 * focused row. They rest while someone types, and while a menu or a dialog is open.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, actions: Record<string, RowAction>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
      if (rows.length === 0) return;
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === "j" || event.key === "k") {
        const next = event.key === "j" ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0);
        focusRow(rows[next]);
        event.preventDefault();
        return;
      }
      const id = Number(rows[at]?.dataset["row"]);
      const action = latest.current[event.key];
      if (!action || !Number.isSafeInteger(id)) return;
      event.preventDefault();
      action(id);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list]);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="menu"], [aria-modal="true"]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox";
}
