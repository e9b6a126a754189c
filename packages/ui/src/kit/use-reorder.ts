import { useState, type DragEvent, type KeyboardEvent } from "react";
import type { AnyRow } from "./columns.ts";
import { kitTexts } from "./kit-texts.ts";

/** How rows are put into an order of their own. */
export interface Reorder<Row> {
  nameOf: (row: Row) => string;
  /** @param position where it goes, from 0. */
  onMove: (row: Row, position: number) => void;
  /** Ctrl/Cmd+Z on a grip. */
  onUndo: () => void;
}

/** Moves a row by one place; null at that end of the list. */
export interface Steps {
  up: (() => void) | null;
  down: (() => void) | null;
}

/** What a row needs to be moved: its state, its handle, its steps, and what makes it a place to drop others at. */
export interface RowPlace {
  dragged: boolean;
  over: "above" | "below" | null;
  handle: {
    draggable: true;
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
  steps: Steps;
  target: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
}

/** Rows that are dragged by their grips, or moved with the arrow keys or by buttons; null where they are not. */
export function useReorder<Row extends AnyRow>(rows: readonly Row[], reorder: Reorder<Row> | undefined) {
  const [dragged, setDragged] = useState<AnyRow["id"] | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  if (!reorder) return null;

  const move = (row: Row, position: number) => {
    if (position < 0 || position >= rows.length || rows[position] === row) return;
    setSaid(kitTexts.moved(reorder.nameOf(row), position + 1, rows.length));
    reorder.onMove(row, position);
  };
  const press = (event: KeyboardEvent, row: Row, index: number) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      reorder.onUndo();
      return;
    }
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(row, index + step);
  };
  const sideOf = (index: number) => (rows.findIndex(({ id }) => id === dragged) > index ? "above" : "below");

  const placeOf = (row: Row, index: number): RowPlace => ({
    dragged: dragged === row.id,
    over: over !== index || dragged === null || dragged === row.id ? null : sideOf(index),
    handle: {
      draggable: true,
      onDragStart(event) {
        event.dataTransfer.effectAllowed = "move";
        setDragged(row.id);
      },
      onDragEnd() {
        setDragged(null);
        setOver(null);
      },
      onKeyDown: (event) => press(event, row, index),
    },
    steps: {
      up: index > 0 ? () => move(row, index - 1) : null,
      down: index < rows.length - 1 ? () => move(row, index + 1) : null,
    },
    target: {
      onDragOver(event) {
        if (dragged === null) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop(event) {
        event.preventDefault();
        const moved = rows.find(({ id }) => id === dragged);
        setDragged(null);
        setOver(null);
        if (moved) move(moved, index);
      },
    },
  });
  return { placeOf, said };
}
