import { useRef } from "react";
import type { AnyRow } from "./columns.ts";

/** Which rows are selected, and the way to change it. */
export interface Selection {
  selected: ReadonlySet<AnyRow["id"]>;
  onChange: (selected: ReadonlySet<AnyRow["id"]>) => void;
}

const NONE: Selection = { selected: new Set(), onChange: () => {} };

/**
 * Selecting rows: one after the other, all from the last one with Shift, or all of the page. Rows of other pages stay
 * as they are.
 */
export function useRowSelection<Row extends AnyRow>(rows: readonly Row[], { selected, onChange } = NONE) {
  const anchor = useRef<AnyRow["id"] | null>(null);
  const here = rows.filter(({ id }) => selected.has(id)).length;
  const all = here > 0 && here === rows.length;
  const set = (ids: readonly AnyRow["id"][], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  return {
    /** Whether all rows, or some but not all, are selected. */
    all,
    some: here > 0 && !all,
    has: (id: AnyRow["id"]) => selected.has(id),
    toggle(id: AnyRow["id"], shift: boolean) {
      const on = !selected.has(id);
      const [from, to] = [anchor.current, id].map((one) => rows.findIndex((row) => row.id === one)) as [number, number];
      anchor.current = id;
      if (!shift || from < 0) return set([id], on);
      set(
        rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id),
        on,
      );
    },
    toggleAll: () =>
      set(
        rows.map(({ id }) => id),
        !all,
      ),
  };
}
