import type { ReactNode } from "react";

/** What every row of a table has: an id that stays its own. */
export interface AnyRow {
  id: number | string;
}

/** One column of a table. */
export interface Column<Row> {
  id: string;
  header: string;
  /** What a row shows; `phone` where the row is two lines. Nothing at all leaves no gap there. */
  cell: (row: Row, at: { phone: boolean }) => ReactNode;
  /** The least width in pixels it can be read in. */
  min: number;
  /** Its share of the width that is left over; 0 keeps it at `min`. */
  grow?: number;
  /** When the width does not suffice, the lowest priority leaves first. A column without one never leaves. */
  priority?: number;
  align?: "start" | "end";
  /** The orders by this column, in the sequence its header offers them: `name` ascending, `-name` descending. */
  sorts?: readonly [string, ...string[]];
  /** Where it stands on a phone: in the first line, in the second one, or not at all. */
  mobile: "title" | "meta" | "hidden";
  /** Whether people may hide it. */
  optional?: boolean;
  /** Whether it is hidden until people choose it. */
  onDemand?: boolean;
  /** Whether its header is for assistive technology only. */
  headerHidden?: boolean;
}

/** Pixels around and between the cells of a row. */
export const TABLE_PADDING = 16;
export const TABLE_GAP = 16;
/** Pixels of a checkbox, of a grip, and of the column of a row's actions. */
export const MARK_WIDTH = 16;
export const GRIP_WIDTH = 24;
/** Pixels of the two buttons that move a row. */
export const STEPS_WIDTH = 60;
export const ACTIONS_WIDTH = 76;

/** What stands beside the columns of a table. */
export interface Sides {
  marks: boolean;
  grips: boolean;
  /** Pixels; 0 for none. */
  actions: number;
}

/** What a column takes from the width: it is decided by its numbers, whatever it shows. */
export type Width = Pick<Column<never>, "id" | "min" | "grow" | "priority">;

const sidesOf = ({ marks, grips, actions }: Sides): number[] => [
  ...(marks ? [MARK_WIDTH] : []),
  ...(grips ? [GRIP_WIDTH, STEPS_WIDTH] : []),
  ...(actions > 0 ? [actions] : []),
];

/**
 * The columns that can be read side by side: while they do not fit, the one of the lowest priority leaves.
 * @param width pixels of the table; 0 when it is not laid out, where everything fits.
 */
export function fitColumns<One extends Width>(columns: readonly One[], sides: Sides, width: number): readonly One[] {
  let shown = [...columns];
  if (width === 0) return shown;
  const beside = sidesOf(sides);
  const needed = () => {
    const widths = [...beside, ...shown.map(({ min }) => min)];
    return 2 * TABLE_PADDING + TABLE_GAP * (widths.length - 1) + widths.reduce((sum, one) => sum + one, 0);
  };
  while (needed() > width) {
    const leaving = shown
      .filter(({ priority }) => priority !== undefined)
      .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))[0];
    if (!leaving) break;
    shown = shown.filter((column) => column !== leaving);
  }
  return shown;
}

/** The columns of a row as `grid-template-columns`: the same for every row, so that cells stand below each other. */
export function gridColumns(columns: readonly Width[], { marks, grips, actions }: Sides): string {
  const share = ({ min, grow = 0 }: Width) => (grow === 0 ? `${min}px` : `minmax(${min}px, ${grow}fr)`);
  return [
    ...(marks ? [`${MARK_WIDTH}px`] : []),
    ...(grips ? [`${GRIP_WIDTH}px`] : []),
    ...columns.map(share),
    ...(grips ? [`${STEPS_WIDTH}px`] : []),
    ...(actions > 0 ? [`${actions}px`] : []),
  ].join(" ");
}

/** The order a column's header asks for next. */
export function nextSort(sorts: readonly [string, ...string[]], current: string | undefined): string {
  const at = sorts.findIndex((sort) => sort === current);
  return sorts[(at + 1) % sorts.length] ?? sorts[0];
}
