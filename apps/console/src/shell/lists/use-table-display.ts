import type { Column } from "@kinora/ui/kit/columns.ts";
import type { Display } from "@kinora/ui/kit/DisplayPanel.tsx";
import { useState } from "react";

interface Kept {
  hidden: readonly string[];
  /** Columns on demand that people chose. */
  shown: readonly string[];
  dense: boolean;
}

/** Which columns of a table this browser hides, and how close its rows stand; kept under the table's name. */
export function useTableDisplay(
  name: string,
  columns: readonly Pick<Column<never>, "id" | "header" | "optional" | "onDemand">[],
) {
  const [kept, setKept] = useState(() => read(name));
  const keep = (change: Partial<Kept>) => {
    const next = { ...kept, ...change };
    setKept(next);
    localStorage.setItem(keyOf(name), JSON.stringify(next));
  };
  const onDemand = columns.flatMap(({ id, onDemand: unasked = false }) => (unasked ? [id] : []));
  const hidden = new Set([...kept.hidden, ...onDemand.filter((id) => !kept.shown.includes(id))]);
  const display: Display = {
    dense: { value: kept.dense, onChange: (dense) => keep({ dense }) },
    columns: {
      options: columns.filter(({ optional = false }) => optional),
      hidden,
      onHide: (ids) => keep({ hidden: [...ids], shown: onDemand.filter((id) => !ids.has(id)) }),
    },
  };
  return { hidden, dense: kept.dense, display };
}

const keyOf = (name: string) => `kinora.table.${name}`;

/** What was kept; anything unreadable counts as nothing. */
function read(name: string): Kept {
  let kept: unknown = null;
  try {
    kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? "null");
  } catch {
    // Another version may have written something else.
  }
  const { hidden, shown, dense } = typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const ids = (list: unknown) => (Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
  return {
    hidden: ids(hidden),
    shown: ids(shown),
    dense: dense === true,
  };
}
