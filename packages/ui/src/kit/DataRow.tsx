import { ActionIcon, Checkbox } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AnyRow, Column } from "./columns.ts";
import { kitTexts } from "./kit-texts.ts";
import { MoveButtons } from "./MoveButtons.tsx";
import { RowMenu, type RowAction } from "./RowMenu.tsx";
import type { RowPlace } from "./use-reorder.ts";
import styles from "./DataTable.module.css";

interface DataRowProps<Row extends AnyRow> {
  row: Row;
  index: number;
  name: string;
  cells: readonly { column: Column<Row>; content: ReactNode }[];
  phone: boolean;
  /** Whether it is shown elsewhere on the page. */
  current: boolean;
  /** Null where rows cannot be selected. */
  selected: boolean | null;
  onSelect: (shift: boolean) => void;
  /** Null where rows have no order of their own. */
  place: RowPlace | null;
  menu: readonly RowAction[] | undefined;
  actions: ReactNode;
  hasActions: boolean;
  editor: ReactNode;
  note: ReactNode;
  detail: ReactNode;
}

/** Names that people gave are read in their own direction. */
const worded = (content: ReactNode): ReactNode =>
  typeof content === "string" && content !== "" ? <bdi>{content}</bdi> : content;

const isNothing = (node: ReactNode) => node === null || node === undefined || node === false;

/** One row: its cells, what can be done with it, and what it has opened. */
export function DataRow<Row extends AnyRow>(props: DataRowProps<Row>) {
  const { row, name, selected, place, menu = [], editor, note, detail } = props;
  if (!isNothing(editor)) return <Opened>{editor}</Opened>;
  return (
    <>
      <div
        role="row"
        tabIndex={-1}
        className={styles["row"]}
        data-row={row.id}
        data-selected={selected === true}
        data-current={props.current}
        data-dragged={place?.dragged}
        data-over={place?.over ?? undefined}
        aria-selected={selected ?? undefined}
        {...place?.target}
      >
        {selected === null ? null : (
          <div role="cell" className={styles["mark"]}>
            <Checkbox
              size="xs"
              aria-label={kitTexts.select(name)}
              checked={selected}
              onChange={({ nativeEvent }) => props.onSelect("shiftKey" in nativeEvent && nativeEvent.shiftKey === true)}
            />
          </div>
        )}
        {place ? (
          <div role="cell" className={styles["gripCell"]}>
            <ActionIcon size={24} className={styles["grip"] ?? ""} aria-label={kitTexts.move(name)} {...place.handle}>
              <IconGripVertical size={16} stroke={1.6} />
            </ActionIcon>
          </div>
        ) : null}
        {props.phone ? <PhoneCells {...props} /> : <Cells {...props} />}
        {place ? (
          <div role="cell" className={styles["steps"]}>
            <MoveButtons name={name} steps={place.steps} />
          </div>
        ) : null}
        {props.hasActions ? (
          <div role="cell" className={styles["actions"]}>
            {props.actions}
            {menu.length > 0 ? <RowMenu label={kitTexts.actionsFor(name)} actions={menu} /> : null}
          </div>
        ) : null}
        {isNothing(note) ? null : (
          <div role="cell" className={styles["note"]}>
            {note}
          </div>
        )}
      </div>
      {isNothing(detail) ? null : <Opened>{detail}</Opened>}
    </>
  );
}

/** The full width of the table, for an editor or a row's detail. */
const Opened = ({ children }: { children: ReactNode }) => (
  <div role="row" className={styles["opened"]}>
    <div role="cell">{children}</div>
  </div>
);

const Cells = <Row extends AnyRow>({ cells }: DataRowProps<Row>) =>
  cells.map(({ column, content }) => (
    <div key={column.id} role="cell" className={styles["cell"]} data-align={column.align}>
      {worded(content)}
    </div>
  ));

/** The title, and below it what else there is to say in one line. */
const PhoneCells = <Row extends AnyRow>({ cells }: DataRowProps<Row>) => (
  <>
    {cells
      .filter(({ column }) => column.mobile === "title")
      .map(({ column, content }) => (
        <div key={column.id} role="cell" className={styles["title"]}>
          {worded(content)}
        </div>
      ))}
    <div role="presentation" className={styles["metas"]}>
      {cells
        .filter(({ column }) => column.mobile === "meta")
        .map(({ column, content }) => (
          <div key={column.id} role="cell" className={styles["meta"]} data-align={column.align}>
            {worded(content)}
          </div>
        ))}
    </div>
  </>
);
