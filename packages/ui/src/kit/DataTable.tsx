import { Box, Checkbox, VisuallyHidden } from "@mantine/core";
import { Fragment, useRef, type CSSProperties, type ReactNode } from "react";
import { SkeletonRows } from "../SkeletonRows.tsx";
import { ColumnHead, type Sorting } from "./ColumnHead.tsx";
import { ACTIONS_WIDTH, fitColumns, gridColumns, type AnyRow, type Column, type Sides } from "./columns.ts";
import { DataRow } from "./DataRow.tsx";
import { kitTexts } from "./kit-texts.ts";
import type { RowAction } from "./RowMenu.tsx";
import { useReorder, type Reorder } from "./use-reorder.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowSelection, type Selection } from "./use-row-selection.ts";
import { usePhone, useWidth } from "./use-width.ts";
import styles from "./DataTable.module.css";

export type RowId = AnyRow["id"];

export interface DataTableProps<Row extends { id: RowId }> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while none have arrived. */
  rows: readonly Row[] | undefined;
  /** What a row is called where it is selected, moved or acted on. */
  nameOf: (row: Row) => string;
  /** 52 px for rows with a picture or two lines, 36 px for plain ones. */
  height?: "tall" | "plain";
  sorting?: Sorting | undefined;
  selection?: Selection | undefined;
  /** What can be done with a row: the menu at its end. None leaves the place empty. */
  menu?: ((row: Row) => readonly RowAction[]) | undefined;
  /** Buttons at the end of a row, before its menu. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Pixels of both. */
  actionsWidth?: number;
  reorder?: Reorder<Row> | undefined;
  /** Enter on a row. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Further keys that act on the row that has the focus. */
  keys?: Readonly<Record<string, (row: Row) => void>>;
  /** The row that is shown elsewhere on the page, such as beside the list. */
  current?: RowId | null;
  /** Draws the rows another way, such as a grid of cards, which takes the keys upon itself. */
  cards?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** What a row is replaced by while it is edited in place; null for rows that are not. */
  editor?: (row: Row) => ReactNode;
  /** A second line across a row, such as why it failed. */
  note?: (row: Row) => ReactNode;
  /** What an opened row shows below it; null for closed ones. */
  detail?: (row: Row) => ReactNode;
  /** The heading a row stands under, such as its day; rows of one heading follow each other. */
  section?: ((row: Row) => string) | undefined;
  /** Ids of columns that were hidden by choice. */
  hidden?: ReadonlySet<string> | undefined;
  dense?: boolean | undefined;
  /** Whether the rows are older than what was asked for. */
  stale?: boolean;
  /** Why there are no rows to show: a failure or a missing permission. */
  problem?: ReactNode;
  /** What is shown when there are no rows: nothing yet, or nothing that matches. */
  empty: ReactNode;
  /** The last line of the frame: `TableFooter`. */
  footer?: ReactNode;
}

/**
 * A list as a table. Columns that do not fit leave by their priority; below 640 px each row is two lines. The keys `j`
 * and `k` move between rows, `x` selects, Enter opens.
 */
export function DataTable<Row extends { id: RowId }>(props: DataTableProps<Row>) {
  const { label, rows, height = "plain", problem, empty, footer } = props;
  if (problem !== undefined && problem !== null) return <div className={styles["frame"]}>{problem}</div>;
  // Other elements than those of the rows: what takes the place of the skeleton did not move there.
  if (rows === undefined) {
    return (
      <div key="coming" className={styles["frame"]}>
        <SkeletonRows label={`${kitTexts.loading} ${label}`} thumb={height === "tall"} />
      </div>
    );
  }
  if (rows.length === 0)
    return (
      <div key="empty" className={styles["frame"]}>
        {empty}
      </div>
    );
  if (props.cards) {
    return (
      <>
        {props.cards(rows)}
        {footer ? <Box mt="md">{footer}</Box> : null}
      </>
    );
  }
  return (
    <div className={styles["frame"]}>
      <Rows {...props} rows={rows} />
      {footer}
    </div>
  );
}

function Rows<Row extends { id: RowId }>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rows, height = "plain", sorting, selection, reorder, dense = false, stale = false } = props;
  const list = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const width = useWidth(list);
  const sides: Sides = {
    marks: selection !== undefined,
    grips: reorder !== undefined,
    actions: props.menu || props.actions ? (props.actionsWidth ?? ACTIONS_WIDTH) : 0,
  };
  const chosen = columns.filter(({ id }) => !props.hidden?.has(id));
  const shown = phone ? chosen.filter(({ mobile }) => mobile !== "hidden") : fitColumns(chosen, sides, width);
  const selecting = useRowSelection(rows, selection);
  const order = useReorder(rows, reorder);

  useRowKeys(list, rows, {
    ...(selection ? { x: (row: Row) => selecting.toggle(row.id, false) } : {}),
    ...(props.onOpen ? { Enter: props.onOpen } : {}),
    ...props.keys,
  });
  return (
    <>
      <div
        ref={list}
        role="table"
        aria-label={label}
        className={styles["table"]}
        data-phone={phone}
        data-tall={height === "tall" && !dense}
        data-dense={dense}
        data-stale={stale}
        style={{ "--columns": gridColumns(shown, sides) } as CSSProperties}
      >
        <TableHead
          shown={shown}
          sides={sides}
          sorting={sorting}
          phone={phone}
          all={selecting.all}
          some={selecting.some}
          onAll={selecting.toggleAll}
        />
        <Body
          {...props}
          shown={shown}
          phone={phone}
          selecting={selecting}
          order={order}
          hasActions={sides.actions > 0}
        />
      </div>
      {order ? <VisuallyHidden role="status">{order.said}</VisuallyHidden> : null}
    </>
  );
}

interface BodyProps<Row extends { id: RowId }> extends DataTableProps<Row> {
  rows: readonly Row[];
  shown: readonly Column<Row>[];
  phone: boolean;
  selecting: ReturnType<typeof useRowSelection>;
  order: ReturnType<typeof useReorder<Row>>;
  hasActions: boolean;
}

function Body<Row extends { id: RowId }>(props: BodyProps<Row>) {
  const { rows, shown, phone, selecting, order, section } = props;
  const headingOf = (index: number) => {
    const [row, before] = [rows[index], rows[index - 1]];
    if (!section || !row) return null;
    const heading = section(row);
    return before && section(before) === heading ? null : heading;
  };
  return (
    <>
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          <SectionHead heading={headingOf(index)} />
          <DataRow
            row={row}
            index={index}
            name={props.nameOf(row)}
            cells={shown.map((column) => ({ column, content: column.cell(row, { phone }) }))}
            phone={phone}
            current={row.id === props.current}
            selected={props.selection ? selecting.has(row.id) : null}
            onSelect={(shift) => selecting.toggle(row.id, shift)}
            place={order?.placeOf(row, index) ?? null}
            menu={props.menu?.(row)}
            actions={props.actions?.(row)}
            hasActions={props.hasActions}
            editor={props.editor?.(row)}
            note={props.note?.(row)}
            detail={props.detail?.(row)}
          />
        </Fragment>
      ))}
    </>
  );
}

const SectionHead = ({ heading }: { heading: string | null }) =>
  heading === null ? null : (
    <div role="row" className={styles["section"]}>
      <div role="cell">{heading}</div>
    </div>
  );

interface TableHeadProps<Row> {
  shown: readonly Column<Row>[];
  sides: Sides;
  sorting: Sorting | undefined;
  phone: boolean;
  /** Whether all rows, or some, are selected. */
  all: boolean;
  some: boolean;
  onAll: () => void;
}

function TableHead<Row>({ shown, sides, sorting, phone, all, some, onAll }: TableHeadProps<Row>) {
  return (
    <div role="row" className={styles["head"]}>
      {sides.marks ? (
        <div role="columnheader" className={styles["mark"]}>
          {phone ? (
            <VisuallyHidden>{kitTexts.selection}</VisuallyHidden>
          ) : (
            <Checkbox size="xs" aria-label={kitTexts.selectAll} checked={all} indeterminate={some} onChange={onAll} />
          )}
        </div>
      ) : null}
      {sides.grips ? <HiddenHead>{kitTexts.order}</HiddenHead> : null}
      {shown.map((column) => (
        <ColumnHead key={column.id} column={column} sorting={sorting} phone={phone} />
      ))}
      {sides.grips ? <HiddenHead>{kitTexts.oneStep}</HiddenHead> : null}
      {sides.actions > 0 ? <HiddenHead>{kitTexts.actions}</HiddenHead> : null}
    </div>
  );
}

const HiddenHead = ({ children }: { children: ReactNode }) => (
  <div role="columnheader">
    <VisuallyHidden>{children}</VisuallyHidden>
  </div>
);
