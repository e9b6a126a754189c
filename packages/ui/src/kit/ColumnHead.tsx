import { VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { nextSort, type Column } from "./columns.ts";
import { kitTexts } from "./kit-texts.ts";
import styles from "./DataTable.module.css";

/** Which order the rows are in, as `name` or `-name`, and the way to another one. */
export interface Sorting {
  current: string | undefined;
  onSort: (sort: string) => void;
}

/** A column's name; where the list can be put in its order, a button that does so and turns it round. */
export function ColumnHead<Row>({
  column,
  sorting,
  phone,
}: {
  column: Column<Row>;
  sorting: Sorting | undefined;
  phone: boolean;
}) {
  const { header, align, sorts, headerHidden = false } = column;
  if (sorts === undefined || sorting === undefined || phone) {
    return (
      <div role="columnheader" data-align={align}>
        {headerHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
      </div>
    );
  }
  const { current } = sorting;
  const next = nextSort(sorts, current);
  const active = current !== undefined && sorts.includes(current);
  const direction = active ? (current.startsWith("-") ? "descending" : "ascending") : "none";
  const Arrow = (direction === "none" ? next.startsWith("-") : direction === "descending")
    ? IconArrowDown
    : IconArrowUp;
  return (
    <div role="columnheader" data-align={align} aria-sort={direction}>
      <button
        type="button"
        className={styles["sort"]}
        data-active={direction !== "none"}
        aria-label={kitTexts.sortBy(header)}
        onClick={() => sorting.onSort(next)}
      >
        <span>{header}</span>
        <Arrow size={12} stroke={2} aria-hidden="true" />
      </button>
    </div>
  );
}
