import { useState } from "react";

/** Which rows are ticked; a row that is no longer shown is no longer ticked. */
export function useSelectedRows(shown: readonly { id: number }[]) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const selected = new Set(shown.filter(({ id }) => ticked.has(id)).map(({ id }) => id));
  return { selected, setSelected: setTicked };
}
